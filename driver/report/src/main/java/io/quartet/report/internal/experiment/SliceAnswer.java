package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.internal.experiment.KeyWords.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Effect of one key on the throughput. All other keys have the values of the baseline. */
final class SliceAnswer {

  private static final int MOST_LISTED = 4;

  /** A value is enough if what it may lose is less, in percent. */
  static final double MOST_LOST_PERCENT = 5;

  private static final Comparator<CellChange> BY_PERCENT =
      Comparator.comparingDouble(CellChange::percent);

  private final VariedKey key;
  private final ExperimentCell baseline;
  private final Subject standard;
  private final List<CellChange> judged;

  /** Without a figure, with too few runs, or not comparable. */
  private final int unjudged;

  /**
   * @param others cells that differ from the baseline in this key only
   */
  SliceAnswer(VariedKey key, ExperimentCell baseline, List<ExperimentCell> others) {
    this.key = key;
    this.baseline = baseline;
    this.standard = KeyWords.named(key, value(baseline));
    this.judged =
        others.stream()
            .map(cell -> new CellChange(KeyWords.again(key, value(cell)), cell))
            .filter(CellChange::isJudged)
            .toList();
    this.unjudged = others.size() - judged.size();
  }

  /** Empty if no value can be judged; otherwise the answer, and what else is to be said. */
  List<String> sentences() {
    if (judged.isEmpty()) {
      return List.of();
    }
    List<CellChange> higher = with(Conclusion.HIGHER);
    List<CellChange> lower = with(Conclusion.LOWER);
    List<CellChange> same = with(Conclusion.NO_DIFFERENCE_SHOWN);
    if (judged.size() == 1) {
      return List.of(pair(judged.get(0)));
    }
    if (!higher.isEmpty()) {
      return gains(higher, same, lower);
    }
    if (lower.isEmpty()) {
      return List.of(none(same));
    }
    if (same.isEmpty()) {
      return List.of(
          Text.format(
              unjudged == 0
                  ? "%s %s best: every other value loses; %s."
                  : "%s %s best of the values with a verdict: every other one loses; %s.",
              standard.text(),
              standard.verb("is", "are"),
              nearest(lower).gains()));
    }
    return enough(lower)
        .map(first -> withOthers(first, List.of(), lower))
        .orElseGet(() -> withOthers(noGain(same), List.of(), lower));
  }

  private List<CellChange> with(Conclusion conclusion) {
    return judged.stream().filter(change -> change.is(conclusion)).toList();
  }

  private static CellChange nearest(List<CellChange> changes) {
    return changes.stream().max(BY_PERCENT).orElseThrow();
  }

  /** One value against the baseline. */
  private String pair(CellChange other) {
    Subject named = KeyWords.named(key, value(other.cell()));
    CellChange change = new CellChange(named, other.cell());
    String against = KeyWords.again(key, value(baseline)).text();
    if (change.is(Conclusion.NO_DIFFERENCE_SHOWN)) {
      return Text.format(
          "No difference shown between %s and %s: %s.",
          standard.text(), other.subject().text(), other.gains());
    }
    return change.is(Conclusion.HIGHER)
        ? Text.format("%s.", change.gains(" over " + against))
        : Text.format(
            "%s %s better: %s.", standard.text(), standard.verb("is", "are"), other.gains());
  }

  /** The largest gain; cells are compared with the baseline only, so it need not be the best. */
  private List<String> gains(
      List<CellChange> higher, List<CellChange> same, List<CellChange> lower) {
    CellChange most = nearest(higher);
    String gain =
        new CellChange(KeyWords.named(key, value(most.cell())), most.cell())
            .gains(" over " + KeyWords.again(key, value(baseline)).text());
    List<String> sentences =
        new ArrayList<>(withOthers(Text.format("%s, the largest gain shown.", gain), same, lower));
    List<CellChange> less = higher.stream().filter(change -> change != most).toList();
    if (!less.isEmpty()) {
      sentences.add(
          1,
          Text.format(
              "Also higher: %s. These are compared with the baseline, not with each other.",
              list(less)));
    }
    return sentences;
  }

  private String none(List<CellChange> same) {
    CellChange largest =
        same.stream()
            .max(Comparator.comparingDouble(change -> Math.abs(change.percent())))
            .orElseThrow();
    return Text.format(
        "No difference shown: %s is shown to differ from %s; at most, %s.",
        scope(), value(standard), largest.gains());
  }

  /** Without the name of the key, if that stands beside it. */
  private String value(Subject subject) {
    return subject.equals(standard) ? KeyWords.again(key, value(baseline)).text() : subject.text();
  }

  private String noGain(List<CellChange> same) {
    return Text.format(
        "%s is shown to gain over %s: %s, no difference shown.",
        Text.capitalized(scope()), value(standard), nearest(same).gains());
  }

  /** The subject of a sentence about all other values. */
  private String scope() {
    return Text.format(
        unjudged == 0 ? "no value of %s" : "none of the values of %s with a verdict",
        KeyWords.label(key));
  }

  /** The smallest value above which nothing is gained, if all below it lose. */
  private Optional<String> enough(List<CellChange> lower) {
    if (!KeyWords.isNumeric(key)) {
      return Optional.empty();
    }
    double most = lower.stream().mapToDouble(change -> amount(change.cell())).max().orElseThrow();
    List<CellChange> above =
        judged.stream().filter(change -> amount(change.cell()) > most).toList();
    boolean areAllBelowLower =
        judged.stream()
            .filter(change -> amount(change.cell()) < most)
            .allMatch(change -> change.is(Conclusion.LOWER));
    boolean isBounded =
        unjudged == 0
            && above.stream()
                .allMatch(
                    change ->
                        amount(change.cell()) < amount(baseline)
                            ? -change.lowPercent() <= MOST_LOST_PERCENT
                            : change.highPercent() <= MOST_LOST_PERCENT);
    if (!areAllBelowLower || !isBounded || amount(baseline) < most || above.isEmpty()) {
      return Optional.empty();
    }
    CellChange least = above.stream().min(Comparator.comparingDouble(this::amount)).orElseThrow();
    if (amount(least.cell()) < amount(baseline)) {
      Subject named = KeyWords.named(key, value(least.cell()));
      return Optional.of(
          Text.format(
              "%s %s enough: against %s %s %s %s, no difference shown.",
              named.text(),
              named.verb("is", "are"),
              value(standard),
              named.isPlural() ? "they" : "it",
              least.percent() < 0 ? named.verb("loses", "lose") : named.verb("gains", "gain"),
              least.amount()));
    }
    return Optional.of(
        Text.format(
            "%s %s enough: %s, no difference shown.",
            standard.text(), standard.verb("is", "are"), nearest(above).gains()));
  }

  private double amount(CellChange change) {
    return amount(change.cell());
  }

  private double amount(ExperimentCell cell) {
    return KeyWords.amount(value(cell)).orElse(Double.NaN);
  }

  private static List<String> withOthers(
      String first, List<CellChange> same, List<CellChange> lower) {
    List<String> sentences = new ArrayList<>(List.of(first));
    if (!same.isEmpty()) {
      sentences.add(Text.format("No difference shown: %s.", list(same)));
    }
    if (!lower.isEmpty()) {
      sentences.add(Text.format("Lower: %s.", list(lower)));
    }
    return sentences;
  }

  /** The first few, and how many more there are. */
  static String list(List<CellChange> changes) {
    String text =
        String.join(", ", changes.stream().limit(MOST_LISTED).map(CellChange::brief).toList());
    return changes.size() > MOST_LISTED
        ? Text.format("%s and %d more", text, changes.size() - MOST_LISTED)
        : text;
  }

  private String value(ExperimentCell cell) {
    return cell.values().get(key.key());
  }
}
