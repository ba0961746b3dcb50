package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentReport.Answer;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.internal.experiment.KeyWords.Subject;
import io.quartet.report.section.Contents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Says in sentences what the cells of an experiment show. */
final class Answers {

  private static final int MOST_SENTENCES = 8;

  /** Minimum number of points for a sentence about the shape of a curve. */
  private static final int ENOUGH_POINTS = 4;

  private final Contents contents;
  private final Plan plan;
  private final Progress progress;
  private final List<VariedKey> varied;
  private final List<ExperimentCell> cells;
  private final List<ExperimentCurve> curves;
  private final ExperimentCell baseline;
  private final List<CellChange> others;

  private Answers(
      Contents contents,
      Plan plan,
      Progress progress,
      List<VariedKey> varied,
      List<ExperimentCell> cells,
      List<ExperimentCurve> curves) {
    this.contents = contents;
    this.plan = plan;
    this.progress = progress;
    this.varied = varied;
    this.cells = cells;
    this.curves = curves;
    this.baseline = cells.get(plan.baseline() - 1);
    this.others =
        cells.stream()
            .filter(cell -> !cell.isBaseline() && cell.difference() != null)
            .map(cell -> new CellChange(new Subject(cell.label(), false), cell))
            .toList();
  }

  /** The answer first, then what else is to be said. */
  static Answer of(
      Contents contents,
      Plan plan,
      Progress progress,
      List<VariedKey> varied,
      List<ExperimentCell> cells,
      List<ExperimentCurve> curves) {
    return new Answers(contents, plan, progress, varied, cells, curves).answer();
  }

  private Answer answer() {
    List<String> sentences = new ArrayList<>();
    List<CellChange> judged = others.stream().filter(CellChange::isJudged).toList();
    if (judged.isEmpty()) {
      sentences.addAll(new NoAnswer(contents, plan, progress, cells).sentences());
      failed().ifPresent(sentences::add);
    } else if (varied.size() == 1) {
      sentences.addAll(slice(varied.get(0)));
      notJudged().ifPresent(sentences::add);
      failed().ifPresent(sentences::add);
      curves.forEach(curve -> sentences.addAll(shape(curve)));
    } else {
      sentences.add(overall(judged));
      notJudged().ifPresent(sentences::add);
      failed().ifPresent(sentences::add);
      varied.forEach(
          key ->
              slice(key).stream().findFirst().map(one -> with(key, one)).ifPresent(sentences::add));
    }
    String headline = sentences.get(0);
    return new Answer(
        progress.isFinished() || judged.isEmpty() ? headline : "So far: " + headline,
        sentences.subList(1, Math.min(sentences.size(), MOST_SENTENCES)));
  }

  /** Where the curve of the only key bends, if it has enough points and is not flat. */
  private List<String> shape(ExperimentCurve curve) {
    List<String> sentences = new ArrayList<>();
    boolean isFlat =
        others.stream()
            .noneMatch(change -> change.is(Conclusion.HIGHER) || change.is(Conclusion.LOWER));
    if (curve.points().size() < ENOUGH_POINTS || isFlat) {
      return sentences;
    }
    if (curve.kneeCell() != null) {
      sentences.add(
          Text.format(
              "By the means, the knee is at %s: the next value gains less than 5 %%.",
              onAxis(curve.kneeCell())));
    }
    if (curve.linear() != null) {
      sentences.add(
          Text.format(
              "By the means, throughput rises in proportion up to %s.",
              onAxis(curve.linear().toCell())));
    }
    return sentences;
  }

  private String onAxis(int cell) {
    return KeyWords.named(varied.get(0), value(varied.get(0), cells.get(cell - 1))).text();
  }

  private List<String> slice(VariedKey key) {
    return new SliceAnswer(
            key,
            baseline,
            cells.stream().filter(cell -> !cell.isBaseline() && differsOnlyIn(key, cell)).toList())
        .sentences();
  }

  private boolean differsOnlyIn(VariedKey key, ExperimentCell cell) {
    return varied.stream()
        .allMatch(
            other ->
                other.equals(key) != Objects.equals(value(other, cell), value(other, baseline)));
  }

  private static String value(VariedKey key, ExperimentCell cell) {
    return cell.values().get(key.key());
  }

  /** A sentence about one key, and what the other keys were. */
  private String with(VariedKey key, String sentence) {
    List<VariedKey> fixed = varied.stream().filter(other -> !other.equals(key)).toList();
    return Text.format("With %s: %s", KeyWords.cell(fixed, baseline.values()), sentence);
  }

  private String overall(List<CellChange> judged) {
    Optional<CellChange> best = highest(judged, Conclusion.HIGHER);
    if (best.isPresent()) {
      return Text.format(
          "The largest gain shown is that of %s. %s.",
          best.get().subject().text(),
          new CellChange(new Subject("It", false), best.get().cell())
              .gains(" over the baseline, " + baseline.label()));
    }
    Optional<CellChange> same = highest(judged, Conclusion.NO_DIFFERENCE_SHOWN);
    long lower = judged.stream().filter(change -> change.is(Conclusion.LOWER)).count();
    if (same.isEmpty()) {
      return Text.format(
          judged.size() == cells.size() - 1
              ? "The baseline, %s, is best: every other cell loses. The nearest, %s, loses %s."
              : "The baseline, %s, is best of the cells with a verdict: every other one loses. The"
                  + " nearest, %s, loses %s.",
          baseline.label(),
          highest(judged, Conclusion.LOWER).orElseThrow().subject().text(),
          highest(judged, Conclusion.LOWER).orElseThrow().amount());
    }
    return lower == 0
        ? Text.format(
            "No difference shown: no cell is shown to differ from the baseline, %s. The nearest to a"
                + " gain: %s.",
            baseline.label(), same.get().gains())
        : Text.format(
            "No cell is shown to gain over the baseline, %s: %s, no difference shown; %d of %d"
                + " cells %s.",
            baseline.label(),
            same.get().gains(),
            lower,
            judged.size(),
            lower == 1 ? "loses" : "lose");
  }

  private static Optional<CellChange> highest(List<CellChange> judged, Conclusion conclusion) {
    return judged.stream()
        .filter(change -> change.is(conclusion))
        .max(Comparator.comparingDouble(CellChange::percent));
  }

  private Optional<String> notJudged() {
    List<CellChange> open = others.stream().filter(change -> !change.isJudged()).toList();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    long incomparable =
        open.stream().filter(change -> change.is(Conclusion.NOT_COMPARABLE)).count();
    List<String> reasons = new ArrayList<>();
    if (incomparable > 0) {
      reasons.add(
          Text.format("%s not comparable with the baseline", count(incomparable, " is", " are")));
    }
    if (open.size() > incomparable) {
      reasons.add(
          Text.format("%s too few runs", count(open.size() - incomparable, " has", " have")));
    }
    return Optional.of(Text.format("No verdict: %s.", String.join("; ", reasons)));
  }

  private static String count(long cells, String one, String many) {
    return cells + (cells == 1 ? " cell" + one : " cells" + many);
  }

  private Optional<String> failed() {
    List<ExperimentCell> failed =
        cells.stream().filter(cell -> cell.state() == State.FAILED).toList();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Text.format(
            "%s no figure because every run failed: %s.",
            count(failed.size(), " has", " have"),
            Text.first(failed.stream().map(ExperimentCell::label).toList())));
  }
}
