package io.quartet.report.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.VmRole;
import io.quartet.report.section.SystemUnderTest.Setting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * PostgreSQL settings that differ from their default, one row per setting, databases of equal value
 * together.
 */
final class SettingsTable {

  private static final Set<String> MODES =
      Set.of("data_directory_mode", "log_file_mode", "unix_socket_permissions");

  private SettingsTable() {}

  /**
   * The rows, by name.
   *
   * @param settingsByVm {@code settings/<vm>.json} by VM
   */
  public static List<Setting> of(Map<String, JsonNode> settingsByVm) {
    Map<String, Map<String, List<String>>> vmsByValue = new TreeMap<>();
    Map<String, String> defaults = new TreeMap<>();
    settingsByVm.forEach(
        (vm, settings) -> {
          for (JsonNode setting : EffectiveSettings.rows(settings)) {
            String name = setting.path("name").asText();
            if (differs(setting) && !EffectiveSettings.isPlaceOrReader(name)) {
              defaults.putIfAbsent(name, defaultOf(name, setting));
              vmsByValue
                  .computeIfAbsent(name, n -> new TreeMap<>())
                  .computeIfAbsent(
                      EffectiveSettings.withUnit(setting, "setting"), v -> new ArrayList<>())
                  .add(vm);
            }
          }
        });
    List<Setting> table = new ArrayList<>();
    vmsByValue.forEach(
        (name, values) -> {
          Map<String, String> described = new LinkedHashMap<>();
          values.forEach(
              (value, vms) -> described.put(value, describe(vms, settingsByVm.keySet())));
          table.add(new Setting(name, defaults.get(name), described));
        });
    return List.copyOf(table);
  }

  /** PostgreSQL shows the value of a mode in octal, and its default in decimal digits. */
  private static String defaultOf(String name, JsonNode setting) {
    String value = EffectiveSettings.withUnit(setting, "boot_val");
    return MODES.contains(name) && value.matches("[1-9]\\d{0,4}")
        ? "0" + Integer.toOctalString(Integer.parseInt(value))
        : value;
  }

  private static boolean differs(JsonNode setting) {
    JsonNode bootValue = setting.path("boot_val");
    String source = setting.path("source").asText("");
    return !source.equals("default")
        && !source.equals("override")
        && !source.equals("client")
        && !setting.path("setting").asText("").equals(bootValue.asText(""));
  }

  /** Names the databases as briefly as possible: all, all of a role, or one by one. */
  static String describe(Collection<String> vms, Collection<String> all) {
    Set<String> these = new TreeSet<>(vms);
    if (these.size() == all.size()) {
      return "all databases";
    }
    for (VmRole role : VmRole.DATABASES) {
      Set<String> ofRole = new TreeSet<>(all);
      ofRole.removeIf(vm -> !VmRole.of(vm).equals(Optional.of(role)));
      if (these.equals(ofRole)) {
        return "all " + role.name() + " (VM" + role.number() + ")";
      }
    }
    return String.join(", ", these);
  }
}
