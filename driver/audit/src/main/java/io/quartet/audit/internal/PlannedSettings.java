package io.quartet.audit.internal;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.PostgresSize;
import io.quartet.model.size.VmSize;
import io.quartet.results.system.DatabaseSettings;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Settings that servers made by Quartet have in a run, as far as rules ask for them. */
public final class PlannedSettings {

  private static final String KEPT = "wal_keep_size";

  /** How much the log says; {@code minimal} is too little for a backup to roll forward. */
  public static final String WAL_LEVEL = "wal_level";

  /** The values without a setting in the plan: of Quartet, and of PostgreSQL for the rest. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "fsync",
          "on",
          "full_page_writes",
          "on",
          "synchronous_commit",
          "on",
          "archive_mode",
          "off",
          "archive_command",
          "",
          "archive_library",
          "",
          KEPT,
          "0",
          WAL_LEVEL,
          "replica",
          DatabaseSettings.TRACK_COUNTS,
          "on");

  private static final Set<String> SWITCHES =
      Set.of(
          "fsync",
          "full_page_writes",
          "synchronous_commit",
          "archive_mode",
          DatabaseSettings.TRACK_COUNTS);

  private static final Set<String> ON =
      Set.of("on", "true", "tru", "tr", "t", "yes", "ye", "y", "1");

  /** PostgreSQL takes any beginning that can only mean one of them. */
  private static final Set<String> OFF =
      Set.of("off", "of", "false", "fals", "fal", "fa", "f", "no", "n", "0");

  private PlannedSettings() {}

  /** By VM, as {@code pg_settings} will have them; none for servers that Quartet does not make. */
  public static Map<String, DatabaseSettings> of(RunPlan plan) {
    Map<String, DatabaseSettings> all = new HashMap<>();
    if (plan.provider().isGiven()) {
      return all;
    }
    for (VmSet set : plan.sets()) {
      for (VmRole role : plan.databaseRoles()) {
        all.put(set.vmName(role), of(plan.provider().size(set, role)));
      }
    }
    return all;
  }

  /** True if this value turns a setting off. */
  public static boolean isOff(String value) {
    return OFF.contains(value.strip().toLowerCase(Locale.ROOT));
  }

  private static DatabaseSettings of(VmSize size) {
    Map<String, String> values = new TreeMap<>(DEFAULTS);
    size.settings().forEach((name, value) -> values.computeIfPresent(name, (key, old) -> value));
    SWITCHES.forEach(name -> values.computeIfPresent(name, (key, value) -> switched(value)));
    OptionalLong kept = PostgresSize.bytes(values.get(KEPT), Bytes.MIB);
    values.computeIfPresent(WAL_LEVEL, (key, value) -> value.strip().toLowerCase(Locale.ROOT));
    // A share of memory depends on the machine, so the setting is not known yet.
    kept.ifPresentOrElse(
        bytes -> values.put(KEPT, Long.toString(bytes / Bytes.MIB)), () -> values.remove(KEPT));
    return new DatabaseSettings(values);
  }

  private static String switched(String value) {
    if (isOff(value)) {
      return "off";
    }
    String lower = value.strip().toLowerCase(Locale.ROOT);
    return ON.contains(lower) ? "on" : lower;
  }
}
