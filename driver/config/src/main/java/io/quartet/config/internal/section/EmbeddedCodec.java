package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code provider} of kind embedded. */
final class EmbeddedCodec {

  /** Keys of this kind that are absent or empty unless the file gives them. */
  static final List<String> OWN_KEYS =
      List.of(
          PostgresCodec.NAME,
          PostgresCodec.BIN,
          "dataDirectory",
          "tablespaces",
          SizesCodec.CPUS,
          SizesCodec.MEMORY,
          SizesCodec.SETTINGS,
          SizesCodec.NAME,
          "dataChecksums");

  private EmbeddedCodec() {}

  static Embedded read(Section provider, int setsPerGroup, List<VmGroup> groups) {
    return new Embedded(
        provider.integer("port"),
        PostgresCodec.read(provider),
        provider.file("dataDirectory"),
        tablespaces(provider.child("tablespaces")),
        SizesCodec.read(provider, setsPerGroup, groups),
        Optional.ofNullable(provider.value().get("dataChecksums")).map(JsonNode::asBoolean));
  }

  /** Returns false if there are addresses, which need another kind. */
  static boolean check(RunPlan plan, Section provider) {
    for (String key : HostsCodec.OWN_KEYS) {
      if (provider.has(key)) {
        provider.useless(key, "provider.kind hosts", provider.at(key), ProviderCodec.KIND);
      }
    }
    PostgresCodec.check(provider);
    Section postgres = provider.child(PostgresCodec.NAME);
    for (String key : PreparationCodec.OF_PACKAGES) {
      if (postgres.has(key)) {
        postgres.useless(key, "provider.prepare: true", postgres.at(key), ProviderCodec.KIND);
      }
    }
    if (provider.has(HostsCodec.ADDRESSES)) {
      return false;
    }
    SizesCheck.run(plan, provider);
    return true;
  }

  private static Map<Storage, String> tablespaces(Section folders) {
    Map<Storage, String> places = new EnumMap<>(Storage.class);
    for (Storage storage : Storage.values()) {
      folders.file(storage.label()).ifPresent(folder -> places.put(storage, folder));
    }
    return places;
  }

  static ObjectNode write(Embedded provider) {
    ObjectNode json =
        JsonNodeFactory.instance.objectNode().put("kind", "embedded").put("port", provider.port());
    provider
        .postgres()
        .ifPresent(source -> PostgresCodec.write(source, json.putObject(PostgresCodec.NAME)));
    provider.dataDirectory().ifPresent(folder -> json.put("dataDirectory", folder));
    ObjectNode tablespaces = json.putObject("tablespaces");
    new TreeMap<>(provider.tablespaces())
        .forEach((storage, folder) -> tablespaces.put(storage.label(), folder));
    SizesCodec.write(provider.sizes(), json);
    provider.dataChecksums().ifPresent(flag -> json.put("dataChecksums", flag));
    return json;
  }
}
