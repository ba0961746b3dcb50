package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.plan.Pricing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code pricing}: a currency and a price list, or nothing of them. */
public final class PricingCodec {

  private PricingCodec() {}

  public static Optional<Pricing> read(Section pricing) {
    if (pricing.value().isEmpty()) {
      return Optional.empty();
    }
    require(pricing, "currency", "Say what the prices are in, for instance EUR.");
    require(pricing, "items", "List what the system costs, or leave pricing out.");
    List<Pricing.Item> items = new ArrayList<>();
    for (Section item : pricing.child("items").items()) {
      items.add(
          new Pricing.Item(
              item.text("part"),
              item.text("source"),
              item.value().get("unitPrice").decimalValue(),
              item.integer("quantity"),
              item.value().path("threeYearMaintenance").decimalValue(),
              item.value().path("discountPercent").decimalValue()));
    }
    return Optional.of(
        new Pricing(pricing.optional("currency").orElse(""), pricing.day("validUntil"), items));
  }

  private static void require(Section pricing, String key, String advice) {
    if (!pricing.has(key)) {
      pricing.missing("in pricing: '" + key + "' is missing. " + advice, pricing.at(key));
    }
  }

  public static ObjectNode write(Pricing pricing) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("currency", pricing.currency());
    pricing.validUntil().ifPresent(day -> json.put("validUntil", day));
    ArrayNode items = json.putArray("items");
    for (Pricing.Item item : pricing.items()) {
      items
          .addObject()
          .put("part", item.part())
          .put("source", item.source())
          .put("unitPrice", item.unitPrice())
          .put("quantity", item.quantity())
          .put("threeYearMaintenance", item.threeYearMaintenance())
          .put("discountPercent", item.discountPercent());
    }
    return json;
  }
}
