package io.quartet.report.internal.tables;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.VmRole;
import io.quartet.report.section.SystemUnderTest.Setting;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
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
public final class SettingsTable {

  /** What the connection that read the settings made of them. */
  private static final Set<String> OF_THE_READER = Set.of("application_name", "client_encoding");

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
          for (JsonNode setting : rows(settings)) {
            String name = setting.path("name").asText();
            if (differs(setting) && !isPlaceOrReader(name)) {
              defaults.putIfAbsent(name, withUnit(setting, "boot_val"));
              vmsByValue
                  .computeIfAbsent(name, n -> new TreeMap<>())
                  .computeIfAbsent(withUnit(setting, "setting"), v -> new ArrayList<>())
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

  /** An array of rows, or an object with the rows in {@code settings}. */
  private static boolean isPlaceOrReader(String name) {
    return DatabaseSettings.PLACES.contains(name) || OF_THE_READER.contains(name);
  }

  private static Iterable<JsonNode> rows(JsonNode settings) {
    return settings.isArray() ? settings : settings.path("settings");
  }

  private static boolean differs(JsonNode setting) {
    JsonNode bootValue = setting.path("boot_val");
    String source = setting.path("source").asText("");
    return !source.equals("default")
        && !source.equals("override")
        && !source.equals("client")
        && !setting.path("setting").asText("").equals(bootValue.asText(""));
  }

  private static String withUnit(JsonNode setting, String field) {
    JsonNode value = setting.path(field);
    if (value.isNull() || value.isMissingNode()) {
      return "";
    }
    String unit = setting.path("unit").asText("");
    return unit.isEmpty() || unit.equals("null")
        ? value.asText()
        : PostgresUnits.readable(value.asText(), unit);
  }

  /** Names the databases as briefly as possible: all, all of a role, or one by one. */
  private static String describe(List<String> vms, Set<String> all) {
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
