package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What the sessions of each database waited for, from the samples of {@code stats/<vm>/waits.csv}.
 * Immutable.
 *
 * @param waits phase by phase and VM by VM, and at last all phases; VMs without samples are left
 *     out
 * @param problems files that could not be read, in words
 */
public record WaitStatistics(List<Waits> waits, List<String> problems) {

  /** Name of the file, without its ending. */
  public static final String SOURCE = "waits";

  /** Sampled at the same moments, and never without a row. */
  private static final String EVERY_SAMPLE = "pg_stat_database";

  /** Who works on requests: other processes of a server are active while they wait for work. */
  private static final Set<String> SESSIONS = Set.of("client backend", "parallel worker");

  public WaitStatistics {
    waits = List.copyOf(waits);
    problems = List.copyOf(problems);
  }

  /**
   * Something that a session waits for, as PostgreSQL names it.
   *
   * @param type for instance {@code LWLock}; {@code none} if a session does not wait
   * @param name for instance {@code WALWrite}
   */
  public record Event(String type, String name) {

    /** The type, and the name if there is a wait. */
    public boolean isWait() {
      return !type.equals("none");
    }
  }

  /**
   * Database time of one VM in one phase. Each active session of a sample stands for the time until
   * the next one.
   *
   * @param phase {@code 1} to {@code n}, or {@link Activity#ALL_PHASES}
   * @param vm the database, for instance {@code a1-vm3}
   * @param samples moments at which its sessions were counted
   * @param sessions active sessions of all samples, by event
   */
  public record Waits(
      String phase, VmGroup group, String vm, long samples, Map<Event, Long> sessions)
      implements Span.Phased {

    public Waits {
      sessions = Map.copyOf(sessions);
    }

    /** Sessions that are active on average; empty if the moments are not known. */
    public OptionalDouble activeSessions() {
      return samples == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) total() / samples);
    }

    /** Share of the database time in events of these types, in percent; empty without any. */
    public OptionalDouble percentIn(Set<String> types) {
      return percent(
          sessions.entrySet().stream()
              .filter(entry -> types.contains(entry.getKey().type()))
              .mapToLong(Map.Entry::getValue)
              .sum());
    }

    /** As {@link #percentIn}, of all other types. */
    public OptionalDouble percentOutside(Set<String> types) {
      OptionalDouble in = percentIn(types);
      return in.isEmpty() ? in : OptionalDouble.of(Math.max(0, 100 - in.getAsDouble()));
    }

    /** As {@link #percentIn}, of one event. */
    public OptionalDouble percentOf(Event event) {
      return percent(sessions.getOrDefault(event, 0L));
    }

    /** The longest waits, longest first; equal ones by name. */
    public List<Event> longest(int most) {
      return sessions.entrySet().stream()
          .filter(entry -> entry.getKey().isWait())
          .sorted(
              Map.Entry.<Event, Long>comparingByValue(Comparator.reverseOrder())
                  .thenComparing(entry -> entry.getKey().type())
                  .thenComparing(entry -> entry.getKey().name()))
          .limit(most)
          .map(Map.Entry::getKey)
          .toList();
    }

    private OptionalDouble percent(long part) {
      long total = total();
      return total == 0 ? OptionalDouble.empty() : OptionalDouble.of(100.0 * part / total);
    }

    private long total() {
      return sessions.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Reads the samples, each file once.
   *
   * @param phases measured phases
   */
  public static WaitStatistics read(ResultsFolder folder, List<VmSet> sets, List<Span> phases) {
    List<Reader> readers = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (VmSet set : sets) {
      for (VmRole role : VmRole.DATABASES) {
        String vm = set.vmName(role);
        Reader reader = new Reader(set.group(), vm, phases);
        try {
          if (folder.has(StatsCsv.name(vm, SOURCE))) {
            StatsCsv.forEach(folder, vm, SOURCE, reader::add);
            StatsCsv.forEach(folder, vm, EVERY_SAMPLE, reader::count);
            readers.add(reader);
          }
        } catch (QuartetException e) {
          problems.add(e.getMessage());
        }
      }
    }
    List<Waits> waits = new ArrayList<>();
    for (int phase = 0; phase < phases.size(); phase++) {
      for (Reader reader : readers) {
        waits.add(reader.of(phase));
      }
    }
    if (!phases.isEmpty()) {
      readers.forEach(reader -> waits.add(reader.ofAllPhases()));
    }
    return new WaitStatistics(waits, problems);
  }

  private static final class Reader {

    private final VmGroup group;
    private final String vm;
    private final List<Span> phases;
    private final List<Map<Event, Long>> sessions = new ArrayList<>();
    private final long[] samples;
    private final Map<String, Map<String, Event>> events = new HashMap<>();

    Reader(VmGroup group, String vm, List<Span> phases) {
      this.group = group;
      this.vm = vm;
      this.phases = phases;
      this.samples = new long[phases.size()];
      phases.forEach(phase -> sessions.add(new LinkedHashMap<>()));
    }

    void add(StatsCsv.Line line) {
      int phase = phaseAt(line.utcMillis());
      if (phase >= 0 && SESSIONS.contains(line.text("backend_type"))) {
        Event event =
            events
                .computeIfAbsent(line.text("wait_event_type"), type -> new HashMap<>())
                .computeIfAbsent(
                    line.text("wait_event"), name -> new Event(line.text("wait_event_type"), name));
        line.number("sessions")
            .ifPresent(count -> sessions.get(phase).merge(event, Math.round(count), Long::sum));
      }
    }

    void count(StatsCsv.Line line) {
      int phase = phaseAt(line.utcMillis());
      if (phase >= 0) {
        samples[phase]++;
      }
    }

    /** The number of the phase from 0; -1 outside of them. */
    private int phaseAt(long utcMillis) {
      for (int i = 0; i < phases.size(); i++) {
        if (utcMillis >= phases.get(i).startUtcMillis()
            && utcMillis < phases.get(i).endUtcMillis()) {
          return i;
        }
      }
      return -1;
    }

    Waits of(int phase) {
      return new Waits(phases.get(phase).name(), group, vm, samples[phase], sessions.get(phase));
    }

    Waits ofAllPhases() {
      Map<Event, Long> all = new LinkedHashMap<>();
      sessions.forEach(one -> one.forEach((event, count) -> all.merge(event, count, Long::sum)));
      long count = 0;
      for (long one : samples) {
        count += one;
      }
      return new Waits(Activity.ALL_PHASES, group, vm, count, all);
    }
  }
}
