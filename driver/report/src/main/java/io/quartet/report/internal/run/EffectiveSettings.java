package io.quartet.report.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.results.system.DatabaseSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The values that settings of PostgreSQL had on one database, defaults among them, in the unit an
 * operator would write: values of different versions can be compared.
 *
 * @param values by name, without those that only say where the server is or what the connection
 *     that read them chose
 * @param isWhole false if the role did not see all settings: one that is not listed may exist
 */
public record EffectiveSettings(Map<String, String> values, boolean isWhole) {

  /** Every version has it, and shows it to roles with {@code pg_read_all_settings} only. */
  private static final String FOR_PRIVILEGED_ROLES = "data_directory";

  /** Settings that the connection which reads them sets itself. */
  private static final Set<String> OF_THE_READER =
      Set.of("application_name", "client_encoding", "DateStyle", "extra_float_digits", "TimeZone");

  public EffectiveSettings {
    values = new TreeMap<>(values);
  }

  /** Those of one {@code settings/<vm>.json}. */
  public static EffectiveSettings of(JsonNode settings) {
    Map<String, String> values = new TreeMap<>();
    boolean isWhole = false;
    for (JsonNode setting : rows(settings)) {
      String name = setting.path("name").asText();
      isWhole |= name.equals(FOR_PRIVILEGED_ROLES);
      if (!isPlaceOrReader(name)) {
        values.put(name, withUnit(setting, "setting"));
      }
    }
    return new EffectiveSettings(values, isWhole);
  }

  /** The version of the server, without the name of its package; empty if it was not recorded. */
  static Optional<String> version(JsonNode settings) {
    for (JsonNode setting : rows(settings)) {
      if (setting.path("name").asText().equals(DatabaseSettings.VERSION)) {
        return Optional.of(setting.path("setting").asText().split(" ", 2)[0]);
      }
    }
    return Optional.empty();
  }

  static boolean isPlaceOrReader(String name) {
    return DatabaseSettings.PLACES.contains(name) || OF_THE_READER.contains(name);
  }

  /** An array of rows, or an object with the rows in {@code settings}. */
  static Iterable<JsonNode> rows(JsonNode settings) {
    return settings.isArray() ? settings : settings.path("settings");
  }

  static String withUnit(JsonNode setting, String field) {
    JsonNode value = setting.path(field);
    if (value.isNull() || value.isMissingNode()) {
      return "";
    }
    String unit = setting.path("unit").asText("");
    return unit.isEmpty() || unit.equals("null")
        ? value.asText()
        : PostgresUnits.readable(value.asText(), unit);
  }
}
