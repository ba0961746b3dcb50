package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.Storage;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** {@code provider} of kind embedded. */
final class EmbeddedCodec {

  /** Keys of this kind that are absent, or empty objects, unless somebody gave them. */
  static final List<String> OWN_KEYS =
      List.of(
          "postgresBin",
          "dataDirectory",
          "tablespaces",
          "cpus",
          "memory",
          "settings",
          "dataChecksums");

  private EmbeddedCodec() {}

  static Embedded read(Section provider) {
    return new Embedded(
        provider.integer("port"),
        provider.optional("postgresBin"),
        provider.file("dataDirectory"),
        tablespaces(provider.child("tablespaces")),
        perRole(provider.child("cpus"), JsonNode::asDouble),
        perRole(provider.child("memory"), size -> Units.bytes(size.asText())),
        perRole(provider.child("settings"), EmbeddedCodec::settings),
        Optional.ofNullable(provider.value().get("dataChecksums")).map(JsonNode::asBoolean));
  }

  /** Returns false if there are addresses, which need another kind. */
  static boolean check(Section provider) {
    for (String key : HostsCodec.OWN_KEYS) {
      if (provider.has(key)) {
        provider.useless(key, "provider.kind hosts", provider.at(key), ProviderCodec.KIND);
      }
    }
    if (provider.has(HostsCodec.ADDRESSES)) {
      return false;
    }
    SettingsRules.check(provider.child("settings"));
    return true;
  }

  private static Map<Storage, String> tablespaces(Section folders) {
    Map<Storage, String> places = new EnumMap<>(Storage.class);
    for (Storage storage : Storage.values()) {
      folders.file(storage.label()).ifPresent(folder -> places.put(storage, folder));
    }
    return places;
  }

  private static <T> Map<VmRole, T> perRole(Section values, Function<JsonNode, T> convert) {
    Map<VmRole, T> byRole = new EnumMap<>(VmRole.class);
    for (VmRole role : VmRole.values()) {
      if (values.has(key(role))) {
        byRole.put(role, convert.apply(values.value().get(key(role))));
      }
    }
    return byRole;
  }

  private static String key(VmRole role) {
    return role == VmRole.TIER_A ? "tierA" : role.name().toLowerCase(Locale.ROOT);
  }

  private static Map<String, String> settings(JsonNode values) {
    Map<String, String> texts = new TreeMap<>();
    values.fields().forEachRemaining(entry -> texts.put(entry.getKey(), text(entry.getValue())));
    return texts;
  }

  /** To YAML the word "on" is true. */
  private static String text(JsonNode value) {
    return value.isBoolean() ? value.asBoolean() ? "on" : "off" : value.asText();
  }

  static ObjectNode write(Embedded provider) {
    ObjectNode json =
        JsonNodeFactory.instance.objectNode().put("kind", "embedded").put("port", provider.port());
    provider.postgresBin().ifPresent(folder -> json.put("postgresBin", folder));
    provider.dataDirectory().ifPresent(folder -> json.put("dataDirectory", folder));
    ObjectNode tablespaces = json.putObject("tablespaces");
    new TreeMap<>(provider.tablespaces())
        .forEach((storage, folder) -> tablespaces.put(storage.label(), folder));
    ObjectNode cpus = json.putObject("cpus");
    new TreeMap<>(provider.cpus()).forEach((role, cores) -> cpus.put(key(role), cores));
    ObjectNode memory = json.putObject("memory");
    new TreeMap<>(provider.memoryBytes())
        .forEach((role, bytes) -> memory.put(key(role), Units.text(bytes)));
    ObjectNode settings = json.putObject("settings");
    for (VmRole role : new TreeMap<>(provider.settings()).keySet()) {
      provider.settingsOf(role).forEach(settings.putObject(key(role))::put);
    }
    provider.dataChecksums().ifPresent(flag -> json.put("dataChecksums", flag));
    return json;
  }
}
