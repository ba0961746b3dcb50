package io.quartet.run.internal.collect;

import io.quartet.provision.DatabaseServer;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/** Samples what the servers of this machine read and wrote into {@code stats/<vm>/io.csv}. */
final class ServerIoFiles implements AutoCloseable {

  private static final Path ROOT = Path.of("/");

  private final ResultsFolder folder;
  private final List<DatabaseServer> servers;
  private final Function<DatabaseServer, OptionalLong> processId;
  private final Map<String, StatsCsv> files = new HashMap<>();

  /**
   * @param processId of the main process of a server; empty if it is not seen from here
   */
  ServerIoFiles(
      ResultsFolder folder,
      List<DatabaseServer> servers,
      Function<DatabaseServer, OptionalLong> processId) {
    this.folder = folder;
    this.servers = List.copyOf(servers);
    this.processId = processId;
  }

  /** Takes a sample of each server that runs here. */
  void sample(long utcMillis) {
    for (DatabaseServer server : servers) {
      OptionalLong process = processId.apply(server);
      if (process.isPresent()) {
        ServerIo.of(ROOT, process.getAsLong())
            .ifPresent(
                io ->
                    files
                        .computeIfAbsent(
                            server.vm(), vm -> new StatsCsv(folder, vm, ServerIo.SOURCE))
                        .append(utcMillis, io.columns(), io.rows()));
      }
    }
  }

  @Override
  public void close() {
    files.values().forEach(StatsCsv::close);
  }
}
