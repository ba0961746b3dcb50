package io.quartet.measure.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code settings/<vm>.json}: what {@code pg_settings} said of one database before the run.
 *
 * @param values settings by name, in the units of {@code pg_settings}
 */
public record DatabaseSettings(Map<String, String> values) {

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

  private static final ObjectMapper JSON = new ObjectMapper();

  public DatabaseSettings {
    values = new TreeMap<>(values);
  }

  /**
   * Reads the file of one VM; empty if there is none, or nothing in it.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static Optional<DatabaseSettings> read(ResultsFolder folder, String vm) {
    String name = "settings/" + vm + ".json";
    if (!folder.has(name)) {
      return Optional.empty();
    }
    Map<String, String> values = new TreeMap<>();
    try {
      for (JsonNode setting : JSON.readTree(folder.file(name).toFile())) {
        values.put(setting.path("name").asText(), setting.path("setting").asText());
      }
    } catch (IOException e) {
      throw ResultsFolder.unreadable(folder.file(name), "cannot be read (" + e + ")", e);
    }
    return values.isEmpty() ? Optional.empty() : Optional.of(new DatabaseSettings(values));
  }

  /** A setting; empty text if the server has no such setting. */
  public String get(String name) {
    return values.getOrDefault(name, "");
  }
}
