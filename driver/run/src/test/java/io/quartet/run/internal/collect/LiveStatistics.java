package io.quartet.run.internal.collect;

import io.quartet.books.RunClock;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Collects statistics of running databases for a test. */
public final class LiveStatistics implements AutoCloseable {

  private final ResultsFolder folder;
  private final Queue<RunEvent> events = new ConcurrentLinkedQueue<>();
  private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
  private final StatisticsCollector collector;

  LiveStatistics(
      Path results, Duration interval, List<DatabaseServer> servers, ConnectionSource connections) {
    this.folder = ResultsFolder.create(results, "live");
    this.collector =
        new StatisticsCollector(
            new Collecting(
                folder,
                connections,
                RunClock.startingAt(Instant.now()),
                interval,
                events::add,
                failures::add),
            servers,
            server -> true,
            server -> OptionalLong.empty(),
            () -> Map.of("driver", ProcessSample.ofOne(ProcessHandle.current().pid())));
    collector.start();
  }

  /** Collects from all databases of a deployment, on a new connection each time. */
  public static LiveStatistics of(Path results, Duration interval, Deployment deployment) {
    return new LiveStatistics(results, interval, deployment.databases(), connections(deployment));
  }

  static ConnectionSource connections(Deployment deployment) {
    return server -> Connections.open(server, DatabaseServer.DATABASE, deployment.passwordFile());
  }

  /** Events so far. */
  public List<RunEvent> events() {
    return List.copyOf(events);
  }

  /** The rows that could not be written; usually none. */
  public List<RuntimeException> failures() {
    return List.copyOf(failures);
  }

  /** Lines of a file so far, header included; none if it does not exist. */
  public List<String> lines(String vm, String source) throws IOException {
    Path file = folder.file("stats/" + vm + "/" + source + ".csv");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** The folder that takes the samples. */
  public ResultsFolder folder() {
    return folder;
  }

  /** Takes the last samples. */
  public void finish() {
    collector.close();
  }

  @Override
  public void close() {
    collector.close();
  }
}
