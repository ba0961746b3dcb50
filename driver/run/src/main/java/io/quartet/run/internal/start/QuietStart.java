package io.quartet.run.internal.start;

import io.quartet.model.QuartetException;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Parallel;
import io.quartet.results.events.RunEvent;
import io.quartet.run.progress.RunListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Begins a run on quiet machines: a checkpoint of every database, then a wait until autovacuum and
 * disks have nothing to do. Otherwise the work of the load and of the preparations would fall into
 * the first phase. Disks of other machines are not seen: only their servers are asked.
 */
public final class QuietStart {

  /** Longest time from the begin of the checkpoints to the end of the wait. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** Time over which the work of disks and servers is counted. */
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private static final String NOT_ALLOWED = "42501";
  private static final String CANCELLED = "57014";

  private final List<DatabaseServer> servers;
  private final Databases databases;
  private final List<LocalDisk> disks;
  private final RunListener listener;
  private final RunningStatements running = new RunningStatements();

  /** VMs whose role may not make a checkpoint. */
  private final Set<String> denied = new ConcurrentSkipListSet<>();

  /** VMs whose checkpoint took longer than the limit. */
  private final Set<String> late = new ConcurrentSkipListSet<>();

  QuietStart(Deployment deployment, Databases databases, RunListener listener) {
    this.servers = deployment.databases();
    this.databases = databases;
    this.listener = listener;
    this.disks =
        deployment.dataFolders().stream()
            .map(LocalDisk::of)
            .flatMap(Optional::stream)
            .distinct()
            .toList();
  }

  /**
   * Makes the checkpoints and waits; call it once nothing more is prepared.
   *
   * @return how it went; empty without databases
   * @throws QuartetException DATABASE_UNREACHABLE
   * @throws java.util.concurrent.CancellationException if this thread was interrupted
   */
  public static Optional<RunEvent> await(
      Deployment deployment, Databases databases, RunListener listener)
      throws InterruptedException {
    return deployment.databases().isEmpty()
        ? Optional.empty()
        : Optional.of(new QuietStart(deployment, databases, listener).await(LIMIT));
  }

  /** The same within another limit. */
  RunEvent.QuietStart await(Duration limit) throws InterruptedException {
    long begin = System.nanoTime();
    listener.onPreparing("writing a checkpoint of every database");
    Parallel.forEach(servers, servers.size(), server -> checkpoint(server, limit), running::cancel);
    long checkpoints = System.nanoTime();
    List<String> busy = new ArrayList<>(late.stream().map(vm -> vm + ": checkpoint").toList());
    busy.addAll(awaitQuiet(begin + limit.toNanos()));
    return new RunEvent.QuietStart(
        millis(checkpoints - begin),
        List.copyOf(denied),
        millis(System.nanoTime() - checkpoints),
        disks.stream().map(LocalDisk::name).toList(),
        busy);
  }

  /** Looks at least once, and returns what is busy at the deadline. */
  private List<String> awaitQuiet(long deadline) throws InterruptedException {
    Set<String> named = Set.of();
    Activity last = Activity.read(servers, databases, disks);
    while (true) {
      Thread.sleep(INTERVAL.toMillis());
      Activity now = Activity.read(servers, databases, disks);
      Map<String, String> busy = now.busySince(last);
      if (busy.isEmpty() || System.nanoTime() + INTERVAL.toNanos() > deadline) {
        return busy.entrySet().stream()
            .map(each -> each.getKey() + ": " + each.getValue())
            .toList();
      }
      if (!busy.keySet().equals(named)) {
        named = busy.keySet();
        listener.onPreparing("waiting until these are quiet: " + String.join(", ", named));
      }
      last = now;
    }
  }

  @SuppressWarnings("try") // Only that the entry is removed matters.
  private void checkpoint(DatabaseServer server, Duration limit) {
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement();
        RunningStatements.Entry entry = running.add(statement)) {
      statement.setQueryTimeout((int) Math.max(1, limit.toSeconds()));
      statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      if (NOT_ALLOWED.equals(e.getSQLState())) {
        denied.add(server.vm());
      } else if (CANCELLED.equals(e.getSQLState()) && !Thread.currentThread().isInterrupted()) {
        late.add(server.vm());
      } else {
        throw Databases.unreachable(server, e);
      }
    }
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }
}
