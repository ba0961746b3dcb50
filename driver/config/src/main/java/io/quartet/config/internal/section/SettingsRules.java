package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.plan.Provider;
import io.quartet.model.size.VmSize;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/** Which settings of PostgreSQL a benchmark file may give; their values only PostgreSQL knows. */
final class SettingsRules {

  private static final Pattern SETTING = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

  /** Ends of the names of settings that locate files. */
  private static final Pattern LOCATES_FILES =
      Pattern.compile(".*([_.](file|path)|keyfile|filename|dir|directory|directories)");

  /** Ends like them, but lists schemas. */
  private static final String SCHEMAS = "search_path";

  /** Settings on which the provider and the reading of statistics and logs rely. */
  private static final Set<String> OWN_SETTINGS =
      Set.of(
          "cluster_name",
          "config_file",
          "data_directory",
          "external_pid_file",
          "hba_file",
          "ident_file",
          "include",
          "include_dir",
          "include_if_exists",
          "lc_messages",
          "listen_addresses",
          "log_checkpoints",
          "log_destination",
          "log_error_verbosity",
          "log_line_prefix",
          "log_min_messages",
          "log_timezone",
          "logging_collector",
          "max_connections",
          "password_encryption",
          "port",
          "ssl",
          "timezone",
          "unix_socket_directories",
          "unix_socket_permissions");

  /** Settings that no supported version of PostgreSQL has, with those that took their place. */
  private static final Map<String, String> SUCCESSORS =
      Map.of(
          "checkpoint_segments", "max_wal_size",
          "wal_keep_segments", "wal_keep_size",
          "min_parallel_relation_size", "min_parallel_table_scan_size",
          "sort_mem", "work_mem",
          "vacuum_mem", "maintenance_work_mem",
          "preload_libraries", "shared_preload_libraries",
          "stats_row_level", "track_counts",
          "stats_block_level", "track_counts",
          "stats_start_collector", "track_counts",
          "stats_command_string", "track_activities");

  private SettingsRules() {}

  /** Reports which settings may not be given, and shares of memory out of range. */
  static void check(Section settings) {
    for (Map.Entry<String, JsonNode> setting : settings.value().properties()) {
      DocumentPath place = settings.at(setting.getKey());
      refusal(settings.path(), setting.getKey())
          .ifPresent(text -> settings.reading().report(Problem.ofKey(place, "WRONG_VALUE", text)));
      String value = SizesCodec.text(setting.getValue());
      OptionalDouble percent = VmSize.percent(value);
      if (percent.isPresent() && (percent.getAsDouble() <= 0 || percent.getAsDouble() > 100)) {
        settings.wrong(
            place, " is '" + value + "', but a share of memory is above 0% and at most 100%.");
      }
    }
  }

  private static Optional<String> refusal(DocumentPath settings, String name) {
    if (!SETTING.matcher(name).matches()) {
      return Optional.of(
          ("%s: '%s' is not a name of a PostgreSQL setting. Write it as in postgresql.conf, in "
                  + "small letters.")
              .formatted(settings, name));
    }
    if (SUCCESSORS.containsKey(name)) {
      return Optional.of(
          ("%s is not a setting of PostgreSQL 14 or newer. Use its successor %s, which may have "
                  + "another unit.")
              .formatted(settings.child(name), SUCCESSORS.get(name)));
    }
    String why = "";
    if (OWN_SETTINGS.contains(name)) {
      why = " is set by Quartet and cannot be changed.";
    } else if (!name.equals(SCHEMAS) && LOCATES_FILES.matcher(name).matches()) {
      why = " locates server files. Quartet chooses these places.";
    } else if (Provider.Embedded.SECRET_SETTINGS.contains(name)) {
      why = " may hold a password, and settings are published with the report.";
    }
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(settings.child(name) + why + " Leave it out.");
  }
}
