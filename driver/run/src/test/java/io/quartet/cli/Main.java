package io.quartet.cli;

import io.quartet.run.WorkerOptions;
import io.quartet.run.WorkerServer;
import java.util.List;
import java.util.Optional;

/**
 * Stands in for the command line, which this module must not know: only the verb {@code worker},
 * which the driver starts by this class name.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    List<String> words = List.of(arguments);
    String[] listen = words.get(words.indexOf("--listen") + 1).split(":");
    WorkerServer server =
        WorkerServer.start(
            WorkerOptions.of(listen[0], Integer.parseInt(listen[1]), Optional.empty()));
    server.closeOnShutdown();
    server.awaitTermination();
  }
}
