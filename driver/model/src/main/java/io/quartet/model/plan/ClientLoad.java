package io.quartet.model.plan;

import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Load of a tool: a number of clients for each database and phase. Immutable.
 *
 * @param clients clients of each Set, one number for each phase, 0 to 10,000. All lists are equally
 *     long, and every phase and every Set has a client
 * @param ratePerSecond transactions per second that each database is asked for in every phase;
 *     empty for clients without think time
 * @param threads threads of each process of the tool, at least 1; at most as many as clients work
 * @param origin where the tool runs
 */
public record ClientLoad(
    SortedMap<VmSet, List<Integer>> clients,
    OptionalDouble ratePerSecond,
    int threads,
    Origin origin) {

  /** Where the tool runs, and how it reaches a database. */
  public enum Origin {
    /** On the machine of the driver, over the network. */
    DRIVER(""),
    /** On the VM of the database, over its network address. */
    VM("from its VM"),
    /** On the VM of the database, through a Unix socket. */
    VM_SOCKET("from its VM through a socket");

    private final String words;

    Origin(String words) {
      this.words = words;
    }
  }

  /** Most clients of a database. */
  public static final int MOST_CLIENTS = 10_000;

  /** On the machine of the driver. */
  public ClientLoad(
      SortedMap<VmSet, List<Integer>> clients, OptionalDouble ratePerSecond, int threads) {
    this(clients, ratePerSecond, threads, Origin.DRIVER);
  }

  public ClientLoad {
    SortedMap<VmSet, List<Integer>> sorted = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    clients.forEach((set, counts) -> sorted.put(set, List.copyOf(counts)));
    clients = Collections.unmodifiableSortedMap(sorted);
  }

  /** The same clients in every phase of one Set after the other of Group A. */
  public static ClientLoad closed(int sets, int clients) {
    SortedMap<VmSet, List<Integer>> all = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    IntStream.rangeClosed(1, sets)
        .forEach(number -> all.put(new VmSet(VmGroup.A, number), List.of(clients)));
    return new ClientLoad(all, OptionalDouble.empty(), 1);
  }

  /** Number of phases. */
  public int phases() {
    return clients.values().iterator().next().size();
  }

  /**
   * Clients of a database in a phase.
   *
   * @param phase from 0
   */
  public int clients(VmSet set, int phase) {
    return clients.get(set).get(phase);
  }

  /** When the first clients of a database begin; empty if it never has any. */
  public Optional<Duration> begin(VmSet set, Timeline timeline) {
    return IntStream.range(0, phases())
        .filter(phase -> clients(set, phase) > 0)
        .mapToObj(phase -> timeline.rampBegin(timeline.phases().get(phase)))
        .findFirst();
  }

  /** Clients of all databases in a phase. */
  public int total(int phase) {
    return clients.values().stream().mapToInt(counts -> counts.get(phase)).sum();
  }

  /**
   * Most sessions that a database may have at once: at the end of a phase its clients may still be
   * at work while those of the next one connect.
   */
  public int mostSessions() {
    int phases = phases();
    return clients.values().stream()
        .flatMapToInt(
            counts ->
                IntStream.range(0, phases)
                    .map(i -> counts.get(i) + (i + 1 < phases ? counts.get(i + 1) : 0)))
        .max()
        .orElse(0);
  }

  /** The part of the clients that each Group has in each phase. */
  public PhaseTable table() {
    List<LoadShare> rows = new ArrayList<>();
    for (int phase = 0; phase < phases(); phase++) {
      int[] counts = new int[VmGroup.values().length];
      for (VmSet set : clients.keySet()) {
        counts[set.group().ordinal()] += clients(set, phase);
      }
      int total = IntStream.of(counts).sum();
      // Sums of fractions could exceed 100.
      rows.add(new LoadShare(IntStream.of(counts).mapToDouble(n -> 100.0 * n / total).toArray()));
    }
    return new PhaseTable("clients", rows);
  }

  /** In words, for instance "closed, 30 clients for each database". */
  String describe() {
    List<Integer> counts =
        clients.values().stream().flatMap(List::stream).distinct().sorted().toList();
    String most = Text.count(counts.get(counts.size() - 1));
    String each =
        Stream.of(
                counts.size() == 1 ? most : Text.count(counts.get(0)) + " to " + most,
                counts.equals(List.of(1)) ? "client" : "clients",
                "for each database",
                origin.words)
            .filter(word -> !word.isEmpty())
            .collect(Collectors.joining(" "));
    return ratePerSecond.isPresent()
        ? "paced, " + Text.chosen(ratePerSecond.getAsDouble()) + " tps and " + each
        : "closed, " + each;
  }
}
