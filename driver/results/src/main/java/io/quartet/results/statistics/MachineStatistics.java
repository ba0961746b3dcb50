package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.VmMachine;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.MachineRate.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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
  public record Machine(String name, Map<Source, Map<String, SampledRates>> rates) {

    public Machine {
      rates = Map.copyOf(rates);
    }

    /** Rates of a source by device or interface, by name; empty without samples. */
    public Map<String, SampledRates> of(Source source) {
      return rates.getOrDefault(source, Map.of());
    }
  }

  /**
   * Reads the samples, each file once.
   *
   * @param phases measured phases
   * @param points of the time axis
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
      for (String name : names()) {
        Map<Source, Map<String, SampledRates>> rates = new EnumMap<>(Source.class);
        for (Source source : Source.values()) {
          Map<String, SampledRates> sampled = read(name, source);
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
      return Arrays.stream(Source.values()).anyMatch(source -> folder.has(file(name, source)));
    }

    private Map<String, SampledRates> read(String machine, Source source) {
      Map<String, SampledRates> sampled = new TreeMap<>();
      Map<String, Long> last = new HashMap<>();
      try {
        StatsCsv.forEach(
            folder,
            machine,
            source.fileName(),
            line -> {
              Long before = last.get(source.key(line));
              if (before == null || before < line.utcMillis()) {
                last.put(source.key(line), line.utcMillis());
              }
              // Since when the first sample holds is not known.
              if (before != null && before < line.utcMillis()) {
                SampledRates rates =
                    sampled.computeIfAbsent(
                        source.key(line), key -> SampledRates.empty(phases, points));
                for (MachineRate rate : source.rates()) {
                  OptionalDouble value = rate.value(line);
                  if (value.isPresent()) {
                    add(rates.phases(), phases, rate, value.getAsDouble(), before, line);
                    add(rates.points(), points, rate, value.getAsDouble(), before, line);
                  }
                }
              }
            });
      } catch (QuartetException e) {
        problems.add(e.getMessage());
      }
      return sampled;
    }

    private static void add(
        List<Rates> rates,
        List<Span> spans,
        MachineRate rate,
        double value,
        long before,
        StatsCsv.Line line) {
      for (int i = 0; i < spans.size(); i++) {
        double seconds = spans.get(i).secondsWithin(before, line.utcMillis());
        if (seconds > 0) {
          rates.get(i).add(rate, value, seconds);
        }
      }
    }
  }

  /** Name of a file of a machine in the results folder. */
  public static String file(String machine, Source source) {
    return StatsCsv.name(machine, source.fileName());
  }
}
