package io.quartet.run.collect;

import io.quartet.provision.clock.Cadence;
import io.quartet.provision.clock.CadenceThread;
import io.quartet.results.folder.StatsCsv;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Samples processor time and memory of the processes of this machine. */
final class ProcessSampler implements AutoCloseable {

  private static final List<String> COLUMNS = List.of("cpu_ms", "memory_kb", "processes");

  private static final String LATE = "late";

  private final Collecting collecting;
  private final Supplier<Map<String, ProcessSample>> processes;
  private final Gaps gaps;
  private final CadenceThread thread;
  private final Map<String, StatsCsv> files = new ConcurrentHashMap<>();

  /**
   * @param processes looks at them, by VM
   */
  ProcessSampler(Collecting collecting, Supplier<Map<String, ProcessSample>> processes) {
    this.collecting = collecting;
    this.processes = processes;
    Cadence cadence = new Cadence(collecting.interval(), collecting.clock()::nanos);
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
    processes
        .get()
        .forEach(
            (vm, sample) ->
                files
                    .computeIfAbsent(vm, any -> new StatsCsv(collecting.folder(), vm, "process"))
                    .append(collecting.utcMillis(), COLUMNS, List.of(values(sample))));
    gaps.sampled(LATE);
  }

  private static List<String> values(ProcessSample sample) {
    return List.of(
        Long.toString(sample.cpuMillis()),
        Long.toString(sample.memoryKilobytes()),
        Integer.toString(sample.processes()));
  }

  /** Ends the thread and closes the files. */
  @Override
  public void close() {
    thread.close();
    gaps.close(LATE);
    files.values().forEach(StatsCsv::close);
  }
}
