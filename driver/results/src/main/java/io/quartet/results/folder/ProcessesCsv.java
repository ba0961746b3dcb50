package io.quartet.results.folder;

import io.quartet.model.plan.VmMachine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * {@code stats/<machine>/processes.csv}: processor time and memory of processes of one machine,
 * summed up by name. The driver writes it for its own machine, with names of VMs and workers,
 * {@code driver} and {@code collectors}. {@code scripts/collect/processes} writes it for prepared
 * machines, with names of programs.
 *
 * <p>Until 2026-11-23 (0.1.0-SNAPSHOT) the driver wrote {@code stats/<name>/process.csv}, one file
 * per name with {@code cpu_ms}. The collector wrote {@code user_pct} and {@code system_pct}:
 * percent of one processor since the sample before. Both are read as the same counter.
 */
public final class ProcessesCsv {

  /** Name of the file, without its ending. */
  public static final String SOURCE = "processes";

  /**
   * Columns after {@code utc_ms}: milliseconds count since the processes, or the collector,
   * started. {@code private_kib} is the sum over all processes, {@code shared_kib} the largest of
   * one.
   */
  public static final List<String> COLUMNS =
      List.of("name", "processes", "threads", "user_ms", "system_ms", "private_kib", "shared_kib");

  private static final String OLDER_SOURCE = "process";

  private final ResultsFolder folder;
  private final String owner;
  private final String source;

  private ProcessesCsv(ResultsFolder folder, String owner, String source) {
    this.folder = folder;
    this.owner = owner;
    this.source = source;
  }

  /**
   * The samples of a machine: one file, or several of an older run; none if there are no samples.
   *
   * @param machine its folder in {@code stats/}
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if the folder cannot be listed
   */
  public static List<ProcessesCsv> of(ResultsFolder folder, String machine) {
    if (folder.has(StatsCsv.name(machine, SOURCE))) {
      return List.of(new ProcessesCsv(folder, machine, SOURCE));
    }
    if (!machine.equals(VmMachine.OF_THE_DRIVER)) {
      return List.of();
    }
    return folder.names(StatsCsv.FOLDER).stream()
        .filter(owner -> folder.has(StatsCsv.name(owner, OLDER_SOURCE)))
        .map(owner -> new ProcessesCsv(folder, owner, OLDER_SOURCE))
        .toList();
  }

  /** True if the VMs of the driver's machine have {@code stats/<vm>/process.csv} each. */
  public static boolean isOlder(ResultsFolder folder) {
    return of(folder, VmMachine.OF_THE_DRIVER).stream()
        .anyMatch(file -> file.source.equals(OLDER_SOURCE));
  }

  /**
   * Processor time of the processes of one name.
   *
   * @param cpuMillis counted since some moment; starts again when the processes are started again
   */
  public record CpuTime(long utcMillis, String name, double cpuMillis) {}

  /**
   * Reads the file in its order, as leniently as {@link StatsCsv}. Samples without processes are
   * left out: their processes had ended.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if it is no text
   */
  public void forEach(Consumer<CpuTime> action) {
    OlderRates rates = new OlderRates();
    StatsCsv.forEach(
        folder,
        owner,
        source,
        line -> {
          if (!line.text("processes").equals("0")) {
            String name = source.equals(OLDER_SOURCE) ? owner : line.text("name");
            cpuMillis(line, rates)
                .ifPresent(millis -> action.accept(new CpuTime(line.utcMillis(), name, millis)));
          }
        });
  }

  private OptionalDouble cpuMillis(StatsCsv.Line line, OlderRates rates) {
    if (source.equals(OLDER_SOURCE)) {
      return line.number("cpu_ms");
    }
    OptionalDouble counted = sum(line, "user_ms", "system_ms");
    return counted.isPresent() ? counted : rates.cpuMillis(line);
  }

  private static OptionalDouble sum(StatsCsv.Line line, String user, String system) {
    OptionalDouble first = line.number(user);
    OptionalDouble second = line.number(system);
    return first.isEmpty() || second.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(first.getAsDouble() + second.getAsDouble());
  }

  /** Percent since the sample before, added up by name. */
  private static final class OlderRates {
    private final Map<String, Double> millis = new HashMap<>();
    private long before;
    private long now;

    OptionalDouble cpuMillis(StatsCsv.Line line) {
      OptionalDouble percent = sum(line, "user_pct", "system_pct");
      if (percent.isEmpty()) {
        return percent;
      }
      if (line.utcMillis() > now) {
        // Since when the first sample holds is not known.
        before = now == 0 ? line.utcMillis() : now;
        now = line.utcMillis();
      }
      double used = percent.getAsDouble() * (now - before) / 100;
      return OptionalDouble.of(millis.merge(line.text("name"), used, Double::sum));
    }
  }
}
