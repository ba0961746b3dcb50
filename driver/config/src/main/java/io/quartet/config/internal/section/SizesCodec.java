package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Units;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.Sizes.Preset;
import io.quartet.model.size.VmSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** {@code provider.sizes}, and its short form {@code provider.cpus, memory, settings}. */
public final class SizesCodec {

  static final String NAME = "sizes";
  static final String CPUS = "cpus";
  static final String VCPUS = "vcpus";
  static final String MEMORY = "memory";
  static final String GROUPS = "groups";
  static final String VMS = "vms";
  static final String PRESET = "preset";

  /** The short form and a size have one name for both. */
  public static final String SETTINGS = "settings";

  public static final DocumentPath SHORT_SETTINGS = ProviderCodec.PATH.child(SETTINGS);
  public static final DocumentPath PATH = ProviderCodec.PATH.child(NAME);
  public static final DocumentPath OF_GROUPS = PATH.child(GROUPS);
  public static final DocumentPath OF_VMS = PATH.child(VMS);

  private SizesCodec() {}

  /**
   * Reads them.
   *
   * @param setsPerGroup of the plan, as {@code groups}: a preset depends on both
   */
  static Sizes read(Section provider, int setsPerGroup, List<VmGroup> groups) {
    Section sizes = provider.child(NAME);
    Map<String, VmSize> vms = new TreeMap<>();
    Section ofVms = sizes.child(VMS);
    ofVms.value().fieldNames().forEachRemaining(vm -> vms.put(vm, size(ofVms.child(vm))));
    vms.values().removeIf(VmSize.NONE::equals);
    return new Sizes(
        preset(sizes.child(PRESET), setsPerGroup, groups),
        shortForm(provider),
        byRole(sizes),
        byGroup(sizes.child(GROUPS)),
        vms);
  }

  private static Optional<Preset> preset(Section preset, int setsPerGroup, List<VmGroup> groups) {
    if (preset.value().isObject()) {
      return Optional.of(new Preset(preset.text("name"), byGroup(preset.child(GROUPS))));
    }
    if (preset.value().isMissingNode()) {
      return Optional.empty();
    }
    String name = preset.value().asText();
    Optional<Machine> machine = preset.reading().machine();
    if (machine.isEmpty()) {
      preset.wrong(
          preset.path(), " is only the name " + name + ", but a sealed plan has its sizes.");
      return Optional.empty();
    }
    ReferenceSizes sizes = new ReferenceSizes(machine.get(), setsPerGroup, groups);
    if (sizes.smallestDatabase() < ReferenceSizes.DATABASE_LEAST) {
      preset.wrong(
          preset.path(),
          (": %s leaves the smallest database %s of this machine's %s, which is less than %s. Use"
                  + " fewer sets, or give sizes in provider.sizes.")
              .formatted(
                  name,
                  megabytes(sizes.smallestDatabase()),
                  megabytes(machine.get().memoryBytes()),
                  megabytes(ReferenceSizes.DATABASE_LEAST)),
          ProviderCodec.KIND,
          PlanDocument.SETS,
          PhasesCodec.PATH,
          ClientLoadCodec.PATH);
    }
    return Optional.of(new Preset(name, sizes.limits()));
  }

  private static String megabytes(long bytes) {
    return (bytes >> 20) + " MB";
  }

  private static Map<VmRole, VmSize> shortForm(Section provider) {
    Map<VmRole, VmSize> roles = new EnumMap<>(VmRole.class);
    for (VmRole role : VmRole.values()) {
      JsonNode cpus = provider.child(CPUS).value().path(key(role));
      JsonNode memory = provider.child(MEMORY).value().path(key(role));
      JsonNode settings = provider.child(SETTINGS).value().path(key(role));
      put(roles, role, size(cpus, memory, settings));
    }
    return roles;
  }

  private static Map<VmGroup, Map<VmRole, VmSize>> byGroup(Section sizes) {
    Map<VmGroup, Map<VmRole, VmSize>> groups = new EnumMap<>(VmGroup.class);
    for (VmGroup group : VmGroup.values()) {
      Map<VmRole, VmSize> roles = byRole(sizes.child(group.name()));
      if (!roles.isEmpty()) {
        groups.put(group, roles);
      }
    }
    return groups;
  }

  private static Map<VmRole, VmSize> byRole(Section sizes) {
    Map<VmRole, VmSize> roles = new EnumMap<>(VmRole.class);
    for (VmRole role : VmRole.values()) {
      put(roles, role, size(sizes.child(key(role))));
    }
    return roles;
  }

  private static void put(Map<VmRole, VmSize> roles, VmRole role, VmSize size) {
    if (!size.equals(VmSize.NONE)) {
      roles.put(role, size);
    }
  }

  private static VmSize size(Section size) {
    return size(size.value().path(VCPUS), size.value().path(MEMORY), size.value().path(SETTINGS))
        .withPinning(PinningCodec.read(size));
  }

  private static VmSize size(JsonNode vcpus, JsonNode memory, JsonNode settings) {
    Map<String, String> texts = new TreeMap<>();
    settings.properties().forEach(entry -> texts.put(entry.getKey(), text(entry.getValue())));
    return new VmSize(
        vcpus.isMissingNode() ? OptionalDouble.empty() : OptionalDouble.of(vcpus.asDouble()),
        memory.isMissingNode()
            ? OptionalLong.empty()
            : OptionalLong.of(Units.bytes(memory.asText())),
        texts);
  }

  /** To YAML the word "on" is true. */
  static String text(JsonNode value) {
    return value.isBoolean() ? value.asBoolean() ? "on" : "off" : value.asText();
  }

  /** Key of a role, wherever values stand by role. */
  public static String key(VmRole role) {
    return role == VmRole.TIER_A ? "tierA" : role.name().toLowerCase(Locale.ROOT);
  }

  /** Writes both forms into {@code provider}, each size where it was read. */
  static void write(Sizes sizes, ObjectNode provider) {
    ObjectNode cpus = provider.putObject(CPUS);
    ObjectNode memory = provider.putObject(MEMORY);
    ObjectNode settings = provider.putObject(SETTINGS);
    new TreeMap<>(sizes.shortForm())
        .forEach(
            (role, size) -> {
              size.vcpus().ifPresent(cores -> cpus.put(key(role), cores));
              size.memoryBytes().ifPresent(bytes -> memory.put(key(role), Units.text(bytes)));
              if (!size.settings().isEmpty()) {
                size.settings().forEach(settings.putObject(key(role))::put);
              }
            });
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    sizes
        .preset()
        .ifPresent(
            preset ->
                writeGroups(
                    preset.groups(),
                    json.putObject(PRESET).put("name", preset.name()).putObject(GROUPS)));
    writeRoles(sizes.roles(), json);
    if (!sizes.groups().isEmpty()) {
      writeGroups(sizes.groups(), json.putObject(GROUPS));
    }
    if (!sizes.vms().isEmpty()) {
      ObjectNode vms = json.putObject(VMS);
      new TreeMap<>(sizes.vms()).forEach((vm, size) -> vms.set(vm, json(size)));
    }
    if (!json.isEmpty()) {
      provider.set(NAME, json);
    }
  }

  private static void writeGroups(Map<VmGroup, Map<VmRole, VmSize>> groups, ObjectNode json) {
    new TreeMap<>(groups)
        .forEach((group, roles) -> writeRoles(roles, json.putObject(group.name())));
  }

  private static void writeRoles(Map<VmRole, VmSize> roles, ObjectNode json) {
    new TreeMap<>(roles).forEach((role, size) -> json.set(key(role), json(size)));
  }

  private static ObjectNode json(VmSize size) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    size.vcpus().ifPresent(cores -> json.put(VCPUS, cores));
    size.memoryBytes().ifPresent(bytes -> json.put(MEMORY, Units.text(bytes)));
    PinningCodec.write(size.pinning(), json);
    if (!size.settings().isEmpty()) {
      size.settings().forEach(json.putObject(SETTINGS)::put);
    }
    return json;
  }
}
