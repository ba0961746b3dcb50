package io.quartet.report.compare;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quartet.report.section.Validity;
import java.util.List;

/**
 * Two or more runs beside each other: what {@code quartet compare --json} prints. Immutable; the
 * fields are described in {@code comparison.schema.json}, which is shipped beside the report's.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param notice what the figures may not be compared with
 * @param notes what to know before reading the figures, a sentence or two each
 * @param runs in the order they were named; the first is the baseline
 * @param configuration what differs between the runs
 * @param pairs every other run against the baseline
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Comparison(
    int schemaVersion,
    String notice,
    List<String> notes,
    Method method,
    List<Run> runs,
    List<Difference> configuration,
    List<Pair> pairs) {

  /** Version of the format. */
  public static final int SCHEMA_VERSION = 2;

  public Comparison {
    notes = List.copyOf(notes);
    runs = List.copyOf(runs);
    configuration = List.copyOf(configuration);
    pairs = List.copyOf(pairs);
  }

  /** True if every run is valid and every pair comparable. */
  @JsonIgnore
  public boolean isSound() {
    return runs.stream().allMatch(run -> run.verdict().isValid())
        && pairs.stream().allMatch(Pair::isComparable);
  }

  /**
   * How the intervals were made, so that they can be made again.
   *
   * @param confidencePercent share of the intervals that hold the true difference
   * @param resamples resampled runs per side
   * @param seed of the resampling; run {@code n} uses {@code seed + n - 1}
   */
  public record Method(double confidencePercent, int resamples, long seed) {}

  /**
   * One of the runs.
   *
   * @param number position, from 1
   * @param folder as it was named
   * @param blockSeconds length of the blocks its seconds were resampled in, of the shortest phase;
   *     null if no phase was run
   * @param foreignPercent share of the processor time that others got, as in the report; null if
   *     not known
   * @param etps mean of all phases, also of a ramp; null if no Trade-Result was completed in a
   *     phase
   */
  public record Run(
      int number,
      String folder,
      String runId,
      String name,
      long startedUtcMillis,
      String profile,
      String state,
      Validity verdict,
      double measuredSeconds,
      Integer blockSeconds,
      Double foreignPercent,
      Double etps) {}

  /**
   * Something in which the runs differ.
   *
   * @param area {@code plan}, {@code PostgreSQL}, {@code schema}, {@code versions}, {@code host},
   *     {@code machine} or {@code provider}
   * @param values one per run, null where the run has no such thing; of what is compared VM by VM
   *     one text for all VMs, for instance {@code 128MB (DSS of D), 64MB elsewhere}
   */
  public record Difference(String area, String name, List<String> values) {}

  /**
   * One run against the baseline.
   *
   * @param baseline number of the baseline
   * @param run number of the other run
   * @param notComparable why no figure has a verdict, a sentence each; empty if they have
   * @param summary the most important in words
   * @param throughput Trade-Results per second: in all, by Group, by phase, by both
   * @param meanResponse mean response time in ms: by transaction, in all and by Group
   * @param p90Response 90th percentile of the response time in ms, likewise
   * @param resources what the trades cost; no verdicts, as one figure of a run has no interval
   */
  public record Pair(
      int baseline,
      int run,
      List<String> notComparable,
      String summary,
      List<Figure> throughput,
      List<Figure> meanResponse,
      List<Figure> p90Response,
      List<Resource> resources) {

    public Pair {
      notComparable = List.copyOf(notComparable);
    }

    /** False if other programs had too large a part in the figures. */
    @JsonIgnore
    public boolean isComparable() {
      return notComparable.isEmpty();
    }
  }

  /**
   * What the trades of both runs cost, over all measured phases.
   *
   * @param of whose: a role of VMs, or machines
   * @param unit {@code trade} in it is a completed Trade-Result
   * @param baseline null if it was not collected
   * @param other null if it was not collected
   * @param differencePercent of the baseline; null unless both have one
   */
  public record Resource(
      String quantity,
      String of,
      String unit,
      Double baseline,
      Double other,
      Double differencePercent) {}

  /**
   * One figure of both runs.
   *
   * @param phase null for all measured phases
   * @param group null for all Groups
   * @param transaction null for a throughput
   * @param baseline null if the baseline has no such figure
   * @param other null if the other run has none
   * @param differencePercent of the baseline; null unless both have one
   * @param lowPercent lower end of the interval of the difference; null if there is not enough data
   *     or the runs are not comparable
   * @param highPercent its upper end
   */
  public record Figure(
      String phase,
      String group,
      String transaction,
      Double baseline,
      Double other,
      Double differencePercent,
      Double lowPercent,
      Double highPercent,
      FigureVerdict verdict) {

    /** The same in runs that are not comparable: an interval would be read as a verdict. */
    Figure notComparable() {
      return new Figure(
          phase,
          group,
          transaction,
          baseline,
          other,
          differencePercent,
          null,
          null,
          FigureVerdict.NOT_COMPARABLE);
    }
  }

  /**
   * What the interval of a difference says. There is no "higher" or "lower": one run against one
   * run cannot tell a difference from what two runs of the same thing differ by.
   */
  public enum FigureVerdict {
    @JsonProperty("differs in these runs")
    DIFFERS("differs in these runs"),
    @JsonProperty("no difference shown")
    NO_DIFFERENCE_SHOWN("no difference shown"),
    @JsonProperty("not enough data")
    NOT_ENOUGH_DATA("not enough data"),
    @JsonProperty("not comparable")
    NOT_COMPARABLE("not comparable");

    private final String words;

    FigureVerdict(String words) {
      this.words = words;
    }

    /** As it is written everywhere. */
    public String words() {
      return words;
    }
  }
}
