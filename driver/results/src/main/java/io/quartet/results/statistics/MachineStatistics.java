package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.MachineRate.MachineSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The samples of the collectors, cut into stretches of time. Immutable.
 *
 * @param machines those that had collectors, the driver's first
 * @param problems files that could not be read, in words
 */
public record MachineStatistics(List<Machine> machines, List<String> problems) {

  public MachineStatistics {
    machines = List.copyOf(machines);
    problems = List.copyOf(problems);
  }

  /**
   * One machine.
   *
   * @param name its folder in {@code stats/}
   * @param rates by source and by what the rows are of: device, interface or empty text; a source
   *     without samples has none
   */
  public record Machine(String name, Map<MachineSource, Map<String, SampledRates>> rates) {

    public Machine {
      rates = Map.copyOf(rates);
    }

    /** Rates of a source by device or interface, by name; empty without samples. */
    public Map<String, SampledRates> of(MachineSource source) {
      return rates.getOrDefault(source, Map.of());
    }
  }

  /**
   * Reads the samples, each file once.
   *
   * @param phases measured phases, one after the other
   * @param points of the time axis, one after the other
   */
  public static MachineStatistics read(ResultsFolder folder, List<Span> phases, List<Span> points) {
    return new Cutter(folder, phases, points).read();
  }

  private static final class Cutter {
    private final ResultsFolder folder;
    private final List<Span> phases;
    private final List<Span> points;
    private final List<String> problems = new ArrayList<>();

    Cutter(ResultsFolder folder, List<Span> phases, List<Span> points) {
      this.folder = folder;
      this.phases = phases;
      this.points = points;
    }

    MachineStatistics read() {
      List<Machine> machines = new ArrayList<>();
      MachineClocks clocks = MachineClocks.of(folder);
      for (String name : names()) {
        Map<MachineSource, Map<String, SampledRates>> rates = new EnumMap<>(MachineSource.class);
        for (MachineSource source : MachineSource.values()) {
          Map<String, SampledRates> sampled = read(name, source, clocks);
          if (!sampled.isEmpty()) {
            rates.put(source, sampled);
          }
        }
        machines.add(new Machine(name, rates));
      }
      return new MachineStatistics(machines, problems);
    }

    /** Folders with a file of a collector. */
    private List<String> names() {
      try {
        return folder.names(StatsCsv.FOLDER).stream()
            .filter(this::hasCollectors)
            .sorted(Comparator.comparing(name -> !name.equals(VmMachine.OF_THE_DRIVER)))
            .toList();
      } catch (QuartetException e) {
        problems.add(e.getMessage());
        return List.of();
      }
    }

    private boolean hasCollectors(String name) {
      return Arrays.stream(MachineSource.values())
          .anyMatch(source -> folder.has(file(name, source)));
    }

    private Map<String, SampledRates> read(
        String machine, MachineSource source, MachineClocks clocks) {
      Map<String, SampledRates> sampled = new TreeMap<>();
      try {
        forEach(
            folder,
            machine,
            source,
            clocks,
            (line, since) -> {
              SampledRates rates =
                  sampled.computeIfAbsent(
                      source.key(line), key -> SampledRates.empty(phases, points));
              if (source == MachineSource.DISK) {
                rates.addOperations(line, since);
              }
              add(phases, rates.phases(), source, line, since);
              add(points, rates.points(), source, line, since);
            });
      } catch (QuartetException e) {
        problems.add(e.getMessage());
      }
      return sampled;
    }
  }

  /** Adds a sample to the spans that it touches: of hundreds these are one or two. */
  private static void add(
      List<Span> spans, List<Rates> rates, MachineSource source, StatsCsv.Line line, long since) {
    int first = firstEndingAfter(spans, since);
    for (int i = first; i < spans.size(); i++) {
      if (spans.get(i).startUtcMillis() >= line.utcMillis()) {
        return;
      }
      rates.get(i).add(source, line, spans.get(i).secondsWithin(since, line.utcMillis()));
    }
  }

  private static int firstEndingAfter(List<Span> spans, long utcMillis) {
    int low = 0;
    int high = spans.size();
    while (low < high) {
      int middle = (low + high) / 2;
      if (spans.get(middle).endUtcMillis() > utcMillis) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * The measured interval in the samples of a source with one row per sample.
   *
   * @throws QuartetException RESULTS_UNREADABLE
   */
  static Rates ofInterval(
      Samples samples, String machine, MachineSource source, MachineClocks clocks) {
    Rates rates = new Rates(samples.interval().seconds());
    forEachOfInterval(
        samples,
        machine,
        source,
        clocks,
        (line, since) -> rates.add(source, line, (line.utcMillis() - since) / 1e3));
    return rates;
  }

  /**
   * Reads the samples of a source that lie in the measured interval.
   *
   * @throws QuartetException RESULTS_UNREADABLE
   */
  static void forEachOfInterval(
      Samples samples,
      String machine,
      MachineSource source,
      MachineClocks clocks,
      RowConsumer action) {
    forEach(
        samples.folder(),
        machine,
        source,
        clocks,
        (line, since) -> {
          if (samples.interval().holds(since, line.utcMillis())) {
            action.accept(line, since);
          }
        });
  }

  /** Takes one sample of one thing. */
  interface RowConsumer {
    /**
     * @param since when the sample before was taken, from which on the rates of this one hold
     */
    void accept(StatsCsv.Line line, long since);
  }

  private static void forEach(
      ResultsFolder folder,
      String machine,
      MachineSource source,
      MachineClocks clocks,
      RowConsumer action) {
    Map<String, Long> last = new HashMap<>();
    StatsCsv.forEach(
        folder,
        machine,
        source.fileName(),
        there -> {
          StatsCsv.Line line = there.at(clocks.driverUtcMillis(machine, there.utcMillis()));
          Long before = last.get(source.key(line));
          if (before == null || before < line.utcMillis()) {
            last.put(source.key(line), line.utcMillis());
          }
          // Since when the first sample holds is not known.
          if (before != null && before < line.utcMillis()) {
            action.accept(line, before);
          }
        });
  }

  /** Name of a file of a machine in the results folder. */
  public static String file(String machine, MachineSource source) {
    return StatsCsv.name(machine, source.fileName());
  }
}
