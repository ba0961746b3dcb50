package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Sample;
import io.quartet.report.section.Contents;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A margin that a figure has to keep, for instance {@code etps -3%}: it may be at most so much
 * lower than that of the baseline. With a plus it may be at most so much higher.
 *
 * @param figure name of a figure, as {@link Quantity#words} has it; small letters are as good
 * @param percent of the baseline, at least 0
 * @param isLowest true if the figure may not be lower, false if it may not be higher
 */
public record Gate(String figure, double percent, boolean isLowest) {

  private static final Pattern FORM =
      Pattern.compile("\\s*(\\S.*?)\\s+([+-])(\\d+(?:\\.\\d+)?)\\s*%\\s*");

  /** Names of figures in a message. */
  private static final int MOST_NAMED = 12;

  private static final int MOST_SHOWN = 60;
  private static final double MOST_PERCENT = 1e6;
  private static final int MOST_REPEATS = 1_000;
  private static final double UPPER = 0.975;

  /** What the runs say of a gate. */
  public enum Outcome {
    PASSED("passed"),
    FAILED("FAILED"),
    NOT_DECIDED("not decided");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    /** For readers. */
    public String words() {
      return words;
    }
  }

  /**
   * What the runs of one side say.
   *
   * @param side for instance {@code runs 4 to 6}
   * @param reason of the outcome, for readers
   */
  public record Result(Gate gate, String side, Outcome outcome, String reason) {}

  /**
   * Reads one, for instance {@code p90 Trade-Order +5%}.
   *
   * @throws QuartetException WRONG_GATE
   */
  public static Gate of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw QuartetException.badInput(
          "WRONG_GATE",
          ("--fail-if '%s' needs the name of a figure, and a margin in percent with its sign. Write"
                  + " for instance 'etps -3%%' for at most 3 %% less than the baseline, or 'p90"
                  + " Trade-Order +5%%' for at most 5 %% more.")
              .formatted(Text.visible(text)));
    }
    double percent = Double.parseDouble(form.group(3));
    boolean isLowest = form.group(2).equals("-");
    if (percent >= (isLowest ? 100 : MOST_PERCENT)) {
      throw QuartetException.badInput(
          "WRONG_GATE",
          "--fail-if '%s': no figure can be off by so much. Give a smaller margin."
              .formatted(Text.shortened(Text.visible(text), MOST_SHOWN)));
    }
    return new Gate(form.group(1), percent, isLowest);
  }

  /** As it is written on a command line. */
  public String text() {
    return figure
        + " "
        + (isLowest ? "-" : "+")
        + BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString()
        + "%";
  }

  /**
   * Makes sure that its figure exists.
   *
   * @param names of all figures of the runs
   * @throws QuartetException WRONG_GATE
   */
  public void require(List<String> names) {
    if (names.stream().noneMatch(figure::equalsIgnoreCase)) {
      throw QuartetException.badInput(
          "WRONG_GATE",
          "--fail-if '%s': no figure is called '%s'. Name one that is, for instance %s."
              .formatted(text(), Text.visible(figure), String.join(", ", alike(names))));
    }
  }

  /** Names that begin as the figure does, as far as possible. */
  private List<String> alike(List<String> names) {
    for (int length = figure.length(); length > 0; length--) {
      String beginning = figure.substring(0, length);
      List<String> found =
          names.stream()
              .filter(name -> name.regionMatches(true, 0, beginning, 0, beginning.length()))
              .limit(MOST_NAMED)
              .toList();
      if (!found.isEmpty()) {
        return found;
      }
    }
    return names.subList(0, MOST_NAMED);
  }

  /** True for its figure in the words of any workload: {@link #require} knows that of the runs. */
  private boolean isAbout(Quantity quantity) {
    return Stream.of(Contents.values()).map(quantity::words).anyMatch(figure::equalsIgnoreCase);
  }

  /** Judges a side against the baseline. */
  public Result judge(Pairing pair) {
    Optional<Map.Entry<Quantity, Change>> found =
        pair.changes().entrySet().stream()
            .filter(row -> isAbout(row.getKey()))
            .filter(row -> row.getValue().isKnown())
            .findFirst();
    String side = pair.other().label();
    if (found.isEmpty()) {
      return new Result(this, side, Outcome.NOT_DECIDED, "the runs do not have this figure");
    }
    Change change = found.get().getValue();
    // One run a side shows what varies within it, not what repeated runs differ by.
    if (change.pValue() == null || change.lowPercent() == null) {
      return new Result(this, side, Outcome.NOT_DECIDED, whyNot(change));
    }
    double limit = isLowest ? -percent : percent;
    String shown =
        "%s %% (%s)"
            .formatted(
                Text.signed(change.differencePercent(), 1),
                Text.interval(
                    change.lowPercent(), change.highPercent(), end -> Text.signed(end, 1)));
    if (change.lowPercent() > limit || change.highPercent() < limit) {
      boolean isAbove = change.lowPercent() > limit;
      return new Result(
          this,
          side,
          isAbove == isLowest ? Outcome.PASSED : Outcome.FAILED,
          shown
              + ", all of it "
              + (isAbove ? "above " : "below ")
              + Text.signed(limit, 1)
              + " %"
              + doubt(pair));
    }
    return new Result(
        this,
        side,
        Outcome.NOT_DECIDED,
        shown
            + ", on both sides of "
            + more(change, limit, Units.of(pair, found.get().getKey()))
            + doubt(pair));
  }

  private static String doubt(Pairing pair) {
    return !pair.isInBlocks()
            && pair.baseline().counted().isConfoundedByBoots(pair.other().counted())
        ? "; the sides are of different boots of their machines, which differ by themselves"
        : "";
  }

  /**
   * What repeats on the side that has less of it.
   *
   * @param label blocks and runs are repeats
   * @param arePaired true for blocks, which give one difference each
   */
  private record Units(int number, String label, boolean arePaired) {

    static Units of(Pairing pair, Quantity figure) {
      Change change = pair.changes().get(figure);
      if (pair.isInBlocks()) {
        int blocks = Math.min(change.baseline().runs(), change.other().runs());
        return new Units(blocks, "repeats", true);
      }
      Sample baseline = pair.baseline().counted().sample(figure);
      Sample other = pair.other().counted().sample(figure);
      boolean areBoots = !baseline.boots().isEmpty() || !other.boots().isEmpty();
      return new Units(
          Math.min(number(baseline), number(other)), areBoots ? "boots" : "repeats", false);
    }

    private static int number(Sample sample) {
      return sample.boots().isEmpty()
          ? sample.runs().size()
          : (int) sample.boots().stream().distinct().count();
    }
  }

  private static String more(Change change, double limit, Units units) {
    OptionalInt repeats = moreRepeats(change, limit, units);
    return Text.signed(limit, 1)
        + " %; "
        + (repeats.isPresent()
            ? "about "
                + repeats.getAsInt()
                + " more "
                + units.label()
                + " a side would decide it, if they vary as"
                + " these do"
            : Text.format(
                "more than %,d more %s would be needed: the difference is close to the margin",
                MOST_REPEATS, units.label()));
  }

  private static String whyNot(Change change) {
    return switch (change.verdict()) {
      case NOT_COMPARABLE -> "the sides are not comparable";
      default -> "it needs at least three runs with this figure on each side";
    };
  }

  /**
   * Repeats a side after which the interval would lie on one side of the limit, if the difference
   * stayed: its half shrinks with the root of their number, and with Student's quantile.
   */
  private static OptionalInt moreRepeats(Change change, double limit, Units units) {
    double difference = change.differencePercent();
    double half =
        difference > limit ? difference - change.lowPercent() : change.highPercent() - difference;
    double distance = Math.abs(difference - limit);
    // Blocks give one difference each; two sides of equal spread have the freedom of both.
    DoubleUnaryOperator width =
        runs ->
            TDistribution.of((units.arePaired() ? 1 : 2) * (runs - 1))
                    .inverseCumulativeProbability(UPPER)
                / Math.sqrt(runs);
    double shown = width.applyAsDouble(units.number());
    for (int more = 1; more <= MOST_REPEATS; more++) {
      if (half * width.applyAsDouble(units.number() + more) / shown < distance) {
        return OptionalInt.of(more);
      }
    }
    return OptionalInt.empty();
  }
}
