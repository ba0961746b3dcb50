package io.quartet.report.compare;

import io.quartet.report.OutputSchema;
import io.quartet.report.section.Contents;
import io.quartet.report.section.RunVerdict;
import io.quartet.results.OwnerNotes;
import java.util.List;

/**
 * Sides beside each other, each a run or a set of runs: what {@code quartet compare --json} prints.
 * Immutable. {@link OutputSchema#COMPARISON} describes the fields.
 *
 * @param contents the workload of all runs, not printed
 * @param notice what the figures may not be compared with
 * @param differentWork in what the runs were not asked for the same work, a phrase each; empty if
 *     they were
 * @param notes what to know before reading the figures, a sentence or two each
 * @param runs the baseline's first, in the order they were named
 * @param sides the first is the baseline
 * @param configuration what differs between the runs
 * @param pairs every other side against the baseline
 * @param pairings the same with every figure, not printed
 * @param figures names of all figures of the runs, not printed
 */
public record Comparison(
    Contents contents,
    String notice,
    List<String> differentWork,
    List<String> notes,
    Method method,
    List<Run> runs,
    List<RunSet> sides,
    List<Difference> configuration,
    List<Pair> pairs,
    List<Pairing> pairings,
    List<String> figures) {

  /** Version of the format. */
  public static final int SCHEMA_VERSION = 3;

  public Comparison {
    differentWork = List.copyOf(differentWork);
    notes = List.copyOf(notes);
    runs = List.copyOf(runs);
    sides = List.copyOf(sides);
    configuration = List.copyOf(configuration);
    pairs = List.copyOf(pairs);
    pairings = List.copyOf(pairings);
    figures = List.copyOf(figures);
  }

  /** True if every run is valid and every pair comparable. */
  public boolean isSound() {
    return runs.stream().allMatch(run -> run.verdict().isValid())
        && pairs.stream().allMatch(Pair::isComparable);
  }

  /** True if a side has several runs. */
  public boolean isOfSets() {
    return sides.stream().anyMatch(side -> side.runs().size() > 1);
  }

  /**
   * One run, or runs of the same thing.
   *
   * @param number position, from 1; 1 is the baseline
   * @param label its runs in words, for instance {@code runs 4 to 6}
   * @param runs their numbers
   */
  public record RunSet(int number, String label, List<Integer> runs) {

    public RunSet {
      runs = List.copyOf(runs);
    }
  }

  /**
   * One of the runs.
   *
   * @param number position, from 1
   * @param side number of its side
   * @param folder as it was named
   * @param blockSeconds length of the blocks its seconds were resampled in, of the shortest phase;
   *     null if no phase was run
   * @param foreignPercent share of the processor time that others got, as in the report; null if
   *     not known
   * @param etps mean of all phases, also of a ramp; null if no Trade-Result was completed in a
   *     phase
   * @param notes what its owner says of it
   */
  public record Run(
      int number,
      int side,
      String folder,
      String runId,
      String name,
      long startedUtcMillis,
      String profile,
      String state,
      RunVerdict verdict,
      double measuredSeconds,
      Integer blockSeconds,
      Double foreignPercent,
      Double etps,
      OwnerNotes notes) {}

  /**
   * Something in which the runs differ.
   *
   * @param area {@code plan}, {@code caches}, {@code PostgreSQL}, {@code schema}, {@code versions},
   *     {@code host}, {@code machine} or {@code provider}
   * @param values one per run, null where the run has no such thing; of what is compared VM by VM
   *     one text for all VMs, for instance {@code 128MB (DSS of D), 64MB elsewhere}
   */
  public record Difference(String area, String name, List<String> values) {}

  /**
   * One side against the baseline.
   *
   * @param baseline number of the baseline
   * @param side number of the other side
   * @param notComparable why no figure has a verdict, a sentence each; empty if they have
   * @param leftOut which runs are not in the figures and why, a sentence each
   * @param summary the main result, as sentences
   * @param throughput Trade-Results per second: in all, by Group, by phase, by both
   * @param meanResponse mean response time in ms: by transaction, in all and by Group
   * @param p90Response 90th percentile of the response time in ms, likewise
   * @param resources what the trades cost
   */
  public record Pair(
      int baseline,
      int side,
      List<String> notComparable,
      List<String> leftOut,
      String summary,
      List<Figure> throughput,
      List<Figure> meanResponse,
      List<Figure> p90Response,
      List<Resource> resources) {

    public Pair {
      notComparable = List.copyOf(notComparable);
      leftOut = List.copyOf(leftOut);
      throughput = List.copyOf(throughput);
      meanResponse = List.copyOf(meanResponse);
      p90Response = List.copyOf(p90Response);
      resources = List.copyOf(resources);
    }

    /** False if other programs had too large a part in the figures. */
    public boolean isComparable() {
      return notComparable.isEmpty();
    }
  }

  /**
   * Costs of the trades of both sides, over all measured phases.
   *
   * @param of whose: a role of VMs, or machines
   * @param unit {@code trade} in it is a completed Trade-Result
   */
  public record Resource(String quantity, String of, String unit, Change change) {}

  /**
   * One figure of both sides.
   *
   * @param phase null for all measured phases
   * @param group null for all Groups
   * @param transaction null for a throughput
   */
  public record Figure(String phase, String group, String transaction, Change change) {}
}
