package io.quartet.provision;

import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where {@code quartet-load} runs for a database: on this machine, or beside the server.
 *
 * @param start the command, to which the options of the program are added
 * @param environment with which it is started
 * @param schema folder of the SQL files there
 * @param indexes the index profile, as it is called there
 * @param isBeside true if it has the processors of the server's machine, and chooses how many
 *     threads it takes
 */
public record LoaderPlace(
    List<String> start,
    Map<String, String> environment,
    String schema,
    String indexes,
    boolean isBeside) {

  public LoaderPlace {
    start = List.copyOf(start);
    environment = Map.copyOf(environment);
  }

  /** On this machine. */
  static LoaderPlace here(
      DatabaseServer server, String database, String indexes, Path passwordFile) {
    Map<String, String> environment = server.environment(passwordFile);
    environment.put("PGDATABASE", database);
    return new LoaderPlace(
        List.of(QuartetHome.loader().toString()),
        environment,
        QuartetHome.schema().toString(),
        indexes,
        false);
  }
}
