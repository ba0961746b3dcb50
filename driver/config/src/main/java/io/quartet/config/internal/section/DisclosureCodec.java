package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Storage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code disclosure}: absent if nothing is disclosed. */
public final class DisclosureCodec {

  private DisclosureCodec() {}

  public static Disclosure read(Section disclosure) {
    Map<Disclosure.Fact, String> facts = new EnumMap<>(Disclosure.Fact.class);
    for (Disclosure.Fact fact : Disclosure.Fact.values()) {
      Optional<String> given =
          fact == Disclosure.Fact.AVAILABLE
              ? disclosure.day(fact.label())
              : disclosure.optional(fact.label());
      given.ifPresent(text -> facts.put(fact, text));
    }
    Map<Storage, Disclosure.Devices> storage = new EnumMap<>(Storage.class);
    for (Storage part : Storage.values()) {
      Section devices = disclosure.child("storage").child(part.label());
      if (!devices.value().isEmpty()) {
        storage.put(
            part,
            new Disclosure.Devices(devices.optional("devices"), devices.optional("redundancy")));
      }
    }
    List<Disclosure.Item> items = new ArrayList<>();
    for (Section item : disclosure.child("items").items()) {
      items.add(new Disclosure.Item(item.text("item"), item.text("description")));
    }
    return new Disclosure(facts, storage, items);
  }

  public static Optional<ObjectNode> write(Disclosure disclosure) {
    if (disclosure.equals(Disclosure.NONE)) {
      return Optional.empty();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
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
    return Optional.of(json);
  }
}
