package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Disclosure;
import io.quartet.model.Pricing;
import io.quartet.model.RunPlan;
import io.quartet.model.Storage;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code disclosure} and {@code pricing} of a benchmark file, both ways. */
final class DisclosureDocument {

  private static final String DISCLOSURE = "disclosure";
  private static final String PRICING = "pricing";

  private DisclosureDocument() {}

  /**
   * Reads {@code disclosure} of a document that fits the schema; absent keys are left out.
   *
   * @param problems gets a day that is in no calendar
   */
  static Disclosure disclosure(JsonNode document, Reports problems) {
    JsonNode disclosure = document.path(DISCLOSURE);
    Map<Disclosure.Fact, String> facts = new EnumMap<>(Disclosure.Fact.class);
    for (Disclosure.Fact fact : Disclosure.Fact.values()) {
      text(disclosure, fact.label()).ifPresent(text -> facts.put(fact, text));
    }
    checkDay(facts.get(Disclosure.Fact.AVAILABLE), problems);
    Map<Storage, Disclosure.Devices> storage = new EnumMap<>(Storage.class);
    for (Storage part : Storage.values()) {
      JsonNode devices = disclosure.path("storage").path(part.label());
      if (!devices.isEmpty()) {
        storage.put(
            part, new Disclosure.Devices(text(devices, "devices"), text(devices, "redundancy")));
      }
    }
    List<Disclosure.Item> items = new ArrayList<>();
    for (JsonNode item : disclosure.path("items")) {
      items.add(new Disclosure.Item(item.get("item").asText(), item.get("description").asText()));
    }
    return new Disclosure(facts, storage, items);
  }

  private static void checkDay(String day, Reports problems) {
    try {
      if (day != null) {
        LocalDate.parse(day);
      }
    } catch (DateTimeException e) {
      DocumentPath path =
          DocumentPath.ROOT.child(DISCLOSURE).child(Disclosure.Fact.AVAILABLE.label());
      problems.report(
          Problem.ofValue(
              path,
              "WRONG_VALUE",
              path + " is '" + day + "', which is no day. Give one like 2026-03-01."));
    }
  }

  /**
   * Reads {@code pricing} of a document that fits the schema; empty if there is none.
   *
   * @param problems gets a price list without its currency, and a currency without prices
   */
  static Optional<Pricing> pricing(JsonNode document, Reports problems) {
    JsonNode pricing = document.path(PRICING);
    if (pricing.isEmpty()) {
      return Optional.empty();
    }
    if (!pricing.has("currency")) {
      reportMissing("currency", "Say what the prices are in, for instance EUR.", problems);
    }
    if (!pricing.has("items")) {
      reportMissing("items", "List what the system costs, or leave pricing out.", problems);
    }
    List<Pricing.Item> items = new ArrayList<>();
    for (JsonNode item : pricing.path("items")) {
      items.add(
          new Pricing.Item(
              item.get("part").asText(),
              item.get("source").asText(),
              item.get("unitPrice").decimalValue(),
              item.get("quantity").asInt(),
              item.path("threeYearMaintenance").decimalValue(),
              item.path("discountPercent").decimalValue()));
    }
    return Optional.of(new Pricing(pricing.path("currency").asText(), items));
  }

  private static void reportMissing(String key, String advice, Reports problems) {
    DocumentPath path = DocumentPath.ROOT.child(PRICING);
    problems.report(
        Problem.ofKey(path, "MISSING_KEY", "in pricing: '" + key + "' is missing. " + advice),
        path.child(key));
  }

  /** Writes both into a plan; nothing where there is nothing to tell. */
  static void write(RunPlan plan, ObjectNode json) {
    if (!plan.disclosure().equals(Disclosure.NONE)) {
      write(plan.disclosure(), json.putObject(DISCLOSURE));
    }
    plan.pricing().ifPresent(pricing -> write(pricing, json.putObject(PRICING)));
  }

  private static void write(Disclosure disclosure, ObjectNode json) {
    for (Disclosure.Fact fact : Disclosure.Fact.values()) {
      Optional.ofNullable(disclosure.facts().get(fact))
          .ifPresent(text -> json.put(fact.label(), text));
    }
    ObjectNode storage = json.putObject("storage");
    for (Storage part : Storage.values()) {
      Disclosure.Devices devices = disclosure.storage().get(part);
      if (devices != null) {
        ObjectNode one = storage.putObject(part.label());
        devices.devices().ifPresent(text -> one.put("devices", text));
        devices.redundancy().ifPresent(text -> one.put("redundancy", text));
      }
    }
    if (!disclosure.items().isEmpty()) {
      ArrayNode items = json.putArray("items");
      disclosure
          .items()
          .forEach(
              item ->
                  items
                      .addObject()
                      .put("item", item.item())
                      .put("description", item.description()));
    }
  }

  private static void write(Pricing pricing, ObjectNode json) {
    json.put("currency", pricing.currency());
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
  }

  private static Optional<String> text(JsonNode parent, String key) {
    return Optional.ofNullable(parent.get(key)).map(JsonNode::asText);
  }
}
