package io.quartet.run.internal.load;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DriverTls;
import io.quartet.provision.os.KitVersion;
import io.quartet.provision.os.Parallel;
import io.quartet.tiera.wire.NetworkThreads;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;

/** Asks the workers of a plan whether they could take part in a run now. Changes nothing there. */
public final class WorkersCheck {

  private static final DocumentPath WORKERS = DocumentPath.ROOT.child("driver").child("workers");

  /** They run already; the first TLS handshake on a busy machine takes seconds. */
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private static final int AT_A_TIME = 16;

  private WorkersCheck() {}

  /** A problem for each of {@code driver.workers} that is not there, or is of another version. */
  public static List<Problem> problems(RunPlan plan) {
    return problems(plan, LONGEST);
  }

  /**
   * A problem for each of {@code driver.workers} that does not answer in time, or is of another
   * version.
   *
   * @param longest how long a worker has for its first answer
   */
  static List<Problem> problems(RunPlan plan, Duration longest) {
    List<Address> workers = plan.driver().workers();
    KitVersion ours = KitVersion.current();
    SortedMap<Integer, Problem> problems = new ConcurrentSkipListMap<>();
    try (NetworkThreads network = new NetworkThreads("workers-look", 1, DriverTls.of(plan))) {
      Parallel.forEach(
          IntStream.range(0, workers.size()).boxed().toList(),
          AT_A_TIME,
          i -> {
            try {
              look(i, workers, network, ours, longest);
            } catch (QuartetException e) {
              // Prerequisite CERTIFICATES reports unusable files.
              if (!e.code().equals("TLS_FILES")) {
                problems.put(
                    i, Problem.ofValue(WORKERS.child(i), e.kind(), e.code(), e.getMessage()));
              }
            }
          });
    }
    return List.copyOf(problems.values());
  }

  private static void look(
      int index, List<Address> workers, NetworkThreads network, KitVersion ours, Duration longest) {
    try (WorkerClient client =
        new WorkerClient(index + 1, workers.get(index), network, new WorkerClient.Listener() {})) {
      Worker.connect(client, new LoadPart(index, workers.size()), ours, longest, number -> {});
    }
  }
}
