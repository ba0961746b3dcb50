package io.quartet.report.internal.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Pricing;
import io.quartet.model.plan.Storage;
import io.quartet.report.section.Disclosed;
import io.quartet.report.section.Disclosed.Devices;
import io.quartet.report.section.Fact;
import io.quartet.report.section.PriceList;
import io.quartet.report.section.PriceList.PricedItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Disclosed facts about the system and its price. */
public final class DisclosureTables {

  private DisclosureTables() {}

  /** The plan without the parts that have separate tables. */
  static JsonNode planWithout(JsonNode plan) {
    return plan instanceof ObjectNode object
        ? object.deepCopy().without(List.of("disclosure", "pricing"))
        : plan;
  }

  public static Disclosed disclosure(Disclosure told) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (Disclosure.Fact fact : Disclosure.Fact.values()) {
      facts.put(fact.label(), told.facts().get(fact));
    }
    List<Devices> storage =
        Stream.of(Storage.values())
            .map(part -> devices(part, told.storage().get(part)))
            .filter(Objects::nonNull)
            .toList();
    List<Fact> items =
        told.items().stream().map(item -> new Fact(item.item(), item.description())).toList();
    return new Disclosed(facts, storage, items);
  }

  private static Devices devices(Storage part, Disclosure.Devices devices) {
    return devices == null
        ? null
        : new Devices(
            part.label(), devices.devices().orElse(null), devices.redundancy().orElse(null));
  }

  /**
   * @param etps empty if there was no measured throughput
   */
  public static PriceList pricing(Pricing priced, OptionalDouble etps) {
    List<PricedItem> items =
        priced.items().stream()
            .map(
                item ->
                    new PricedItem(
                        item.part(),
                        item.source(),
                        item.unitPrice(),
                        item.quantity(),
                        item.discountPercent(),
                        item.extendedPrice(),
                        item.extendedMaintenance()))
            .toList();
    return new PriceList(
        priced.currency(),
        items,
        priced.total(),
        etps.isEmpty() ? null : priced.perEtps(etps.getAsDouble()));
  }
}
