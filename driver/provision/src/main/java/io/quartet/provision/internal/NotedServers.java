package io.quartet.provision.internal;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.os.Parallel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The system identifiers of the servers that {@code quartet up} made, as recorded in {@code
 * servers.json} of the data folder: a JSON object, VM to identifier.
 */
public final class NotedServers {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int AT_A_TIME = 16;

  private NotedServers() {}

  /**
   * Notes the servers, in place of earlier ones.
   *
   * @param servers which all answer
   * @throws QuartetException DATABASE_UNREACHABLE, DATA_FOLDER_CLOSED
   */
  public static void note(DataFolder data, List<DatabaseServer> servers) {
    try {
      WholeFile.write(
          data.serversFile(), JSON.writeValueAsBytes(new TreeMap<>(read(data, servers))));
    } catch (IOException e) {
      throw DataFolder.closed(data.folder(), e);
    }
  }

  /**
   * Refuses servers that are not those that were noted. Notes them if an earlier version of {@code
   * up} did not.
   *
   * @param servers which all answer
   * @throws QuartetException WRONG_SERVER; DATABASE_UNREACHABLE, DATA_FOLDER_CLOSED
   */
  public static void require(DataFolder data, List<DatabaseServer> servers) {
    Map<String, String> noted;
    try {
      noted = JSON.readValue(Files.readAllBytes(data.serversFile()), new TypeReference<>() {});
    } catch (NoSuchFileException e) {
      note(data, servers);
      return;
    } catch (IOException e) {
      throw DataFolder.closed(data.folder(), e);
    }
    Map<String, String> found = read(data, servers);
    for (DatabaseServer server : servers) {
      String expected = noted.getOrDefault(server.vm(), found.get(server.vm()));
      if (!found.get(server.vm()).equals(expected)) {
        throw QuartetException.environment(
            "WRONG_SERVER",
            ("%s: another server answers there: its system identifier is %s, but quartet up noted"
                    + " %s. Nothing was changed. Stop that server, or run quartet down and quartet up.")
                .formatted(server.place(), found.get(server.vm()), expected));
      }
    }
  }

  private static Map<String, String> read(DataFolder data, List<DatabaseServer> servers) {
    Map<String, String> found = new ConcurrentHashMap<>();
    Path passwords = data.passwordFile();
    Parallel.forEach(
        servers,
        AT_A_TIME,
        server -> found.put(server.vm(), Connections.systemIdentifier(server, passwords)));
    return found;
  }
}
