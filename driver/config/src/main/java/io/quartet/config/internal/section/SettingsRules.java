package io.quartet.config.internal.section;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.plan.Provider;
import java.util.Optional;
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
          "log_line_prefix",
          "log_timezone",
          "logging_collector",
          "max_connections",
          "password_encryption",
          "port",
          "timezone",
          "unix_socket_directories",
          "unix_socket_permissions");

  private SettingsRules() {}

  /** Reports what may not be set, for each role. */
  static void check(Section settings) {
    settings
        .value()
        .fields()
        .forEachRemaining(
            role -> {
              Section ofRole = settings.child(role.getKey());
              role.getValue()
                  .fieldNames()
                  .forEachRemaining(
                      name ->
                          refusal(ofRole.path(), name)
                              .ifPresent(
                                  text ->
                                      settings
                                          .reading()
                                          .report(
                                              Problem.ofKey(
                                                  ofRole.at(name), "WRONG_VALUE", text))));
            });
  }

  private static Optional<String> refusal(DocumentPath role, String name) {
    if (!SETTING.matcher(name).matches()) {
      return Optional.of(
          ("%s: '%s' is not a name of a PostgreSQL setting. Write it as in postgresql.conf, in "
                  + "small letters.")
              .formatted(role, name));
    }
    String why = "";
    if (OWN_SETTINGS.contains(name)) {
      why = " is set by Quartet, which relies on it.";
    } else if (!name.equals(SCHEMAS) && LOCATES_FILES.matcher(name).matches()) {
      why = " locates files of a server, which Quartet decides.";
    } else if (Provider.Embedded.SECRET_SETTINGS.contains(name)) {
      why = " may hold a password, and settings are published with the report.";
    }
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(role.child(name) + why + " Leave it out.");
  }
}
