package io.quartet.results.system;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.results.folder.ResultsFolder;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code settings/<vm>.json}: what {@code pg_settings} said of one database before the run.
 *
 * @param values settings by name, in the units of {@code pg_settings}
 */
public record DatabaseSettings(@JsonValue Map<String, String> values) {

  /** Folder of the files in the results folder. */
  public static final String FOLDER = "settings/";

  /** The suffix of each file's name after the name of its VM. */
  public static final String ENDING = ".json";

  /** The setting with the version of the server. */
  public static final String VERSION = "server_version";

  /** Settings that say where a server is and nothing about how it works. */
  public static final Set<String> PLACES =
      Set.of(
          "cluster_name",
          "config_file",
          "data_directory",
          "external_pid_file",
          "hba_file",
          "ident_file",
          "listen_addresses",
          "log_directory",
          "log_filename",
          "port",
          "ssl_ca_file",
          "ssl_cert_file",
          "ssl_crl_dir",
          "ssl_crl_file",
          "ssl_dh_params_file",
          "ssl_key_file",
          "unix_socket_directories");

  /** Whether a server counts rows that are read and written. */
  public static final String TRACK_COUNTS = "track_counts";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public DatabaseSettings {
    values = new TreeMap<>(values);
  }

  /** Name of the file of one VM in the results folder. */
  public static String name(String vm) {
    return FOLDER + vm + ENDING;
  }

  /**
   * Replaces the file of one VM.
   *
   * @param settings as {@code pg_settings} has them
   */
  public static void write(ResultsFolder folder, String vm, JsonNode settings) {
    folder.replace(name(vm), settings.toPrettyString() + "\n");
  }

  /**
   * Reads the file of one VM; empty if there is none, or nothing in it.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static Optional<DatabaseSettings> read(ResultsFolder folder, String vm) {
    String name = name(vm);
    if (!folder.has(name)) {
      return Optional.empty();
    }
    DatabaseSettings settings = of(folder.json(name));
    return settings.values.isEmpty() ? Optional.empty() : Optional.of(settings);
  }

  /** Those of an array of objects with {@code name} and {@code setting}, as in the file. */
  public static DatabaseSettings of(JsonNode array) {
    Map<String, String> values = new TreeMap<>();
    for (JsonNode setting : array) {
      if (setting.hasNonNull("name")) {
        values.put(setting.get("name").asText(), setting.path("setting").asText());
      }
    }
    return new DatabaseSettings(values);
  }

  /** Some of them, by name; empty text for one that the server does not have. */
  public DatabaseSettings only(Collection<String> names) {
    return new DatabaseSettings(names.stream().collect(Collectors.toMap(name -> name, this::get)));
  }

  /** True if the server counts no rows: {@link #TRACK_COUNTS} is off. */
  public boolean countsNoRows() {
    return get(TRACK_COUNTS).equals("off");
  }

  /** A setting; empty text if the server has no such setting. */
  public String get(String name) {
    return values.getOrDefault(name, "");
  }
}
