package io.quartet.run.internal.collect;

import io.quartet.model.plan.VmMachine;
import io.quartet.provision.clock.Cadence;
import io.quartet.provision.clock.CadenceThread;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.folder.StatsCsv;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Samples the processes of the driver's machine into a {@link ProcessesCsv}, and the reads and
 * writes of its servers into {@link ServerIoFiles}.
 */
final class ProcessSampler implements AutoCloseable {

  private static final String LATE = "late";

  private final Collecting collecting;
  private final Supplier<Map<String, ProcessSample>> processes;
  private final ServerIoFiles servers;
  private final StatsCsv file;
  private final Gaps gaps;
  private final CadenceThread thread;

  /**
   * @param processes samples them, by name
   */
  ProcessSampler(
      Collecting collecting,
      Supplier<Map<String, ProcessSample>> processes,
      ServerIoFiles servers) {
    this.collecting = collecting;
    this.processes = processes;
    this.servers = servers;
    this.file = new StatsCsv(collecting.folder(), VmMachine.OF_THE_DRIVER, ProcessesCsv.SOURCE);
    Cadence cadence = new Cadence(collecting.interval(), collecting.clock()::nanos);
    // Not with those of the machine's collectors, which another process writes.
    this.gaps = new Gaps(collecting, "driver", "process", cadence);
    this.thread = new CadenceThread("quartet-processes", cadence, this::look, collecting.failed());
  }

  void start() {
    var unused = lookNow();
    thread.start();
  }

  /** Takes a sample now. */
  Future<?> lookNow() {
    return thread.soon(this::look);
  }

  private void look() {
    List<List<String>> rows =
        new TreeMap<>(processes.get())
            .entrySet().stream().map(entry -> row(entry.getKey(), entry.getValue())).toList();
    file.append(collecting.utcMillis(), ProcessesCsv.COLUMNS, rows);
    servers.sample(collecting.utcMillis());
    gaps.sampled(LATE);
  }

  private static List<String> row(String name, ProcessSample sample) {
    return List.of(
        name,
        Integer.toString(sample.processes()),
        Integer.toString(sample.threads()),
        Long.toString(sample.userMillis()),
        Long.toString(sample.systemMillis()),
        Long.toString(sample.privateKib()),
        Long.toString(sample.sharedKib()));
  }

  /** Ends the thread and closes the files. */
  @Override
  public void close() {
    thread.close();
    gaps.close(LATE);
    file.close();
    servers.close();
  }
}
