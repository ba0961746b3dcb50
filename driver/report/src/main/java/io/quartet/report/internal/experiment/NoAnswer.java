package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.section.Contents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Says why no cell has a verdict, and what is known without one. */
final class NoAnswer {

  private final Contents contents;
  private final Plan plan;
  private final Progress progress;
  private final List<ExperimentCell> cells;
  private final ExperimentCell baseline;

  NoAnswer(Contents contents, Plan plan, Progress progress, List<ExperimentCell> cells) {
    this.contents = contents;
    this.plan = plan;
    this.progress = progress;
    this.cells = cells;
    this.baseline = cells.get(plan.baseline() - 1);
  }

  List<String> sentences() {
    List<ExperimentCell> measured = cells.stream().filter(cell -> cell.etps() != null).toList();
    if (measured.isEmpty()) {
      return List.of(
          progress.isFinished()
              ? "No answer: no run gave a figure."
              : "No answer yet: no run has given a figure.");
    }
    List<String> sentences = new ArrayList<>();
    boolean isAlone = measured.size() == 1 && baseline.etps() != null;
    if (baseline.etps() == null) {
      sentences.add(
          Text.format(
              "No answer%s: the baseline, %s, has no figure to compare with.",
              yet(), baseline.label()));
    } else if (isAlone) {
      sentences.add(
          Text.format(
              progress.isFinished()
                  ? "No answer: only the baseline, %s, has a figure."
                  : "No answer yet: only the baseline, %s, has a figure so far.",
              baseline.label()));
    } else if (differences().allMatch(one -> one.verdict() == Conclusion.NOT_COMPARABLE)) {
      sentences.add(Text.format("No answer%s: no cell is comparable with the baseline.", yet()));
      differences()
          .flatMap(difference -> difference.obstacles().stream())
          .findFirst()
          .ifPresent(sentences::add);
    } else {
      sentences.add(
          Text.format(
              "No verdict%s: %s. Higher and lower need at least three repeats of each cell.",
              yet(), repeats(measured)));
    }
    if (!isAlone) {
      highestMean().ifPresent(sentences::add);
    }
    return sentences;
  }

  private String yet() {
    return progress.isFinished() ? "" : " yet";
  }

  private String repeats(List<ExperimentCell> measured) {
    int fewest = measured.stream().mapToInt(cell -> cell.etps().runs()).min().orElse(0);
    return Text.format(
        progress.isFinished()
            ? "the cell with the fewest has %d %s that count%s"
            : "the cell with the fewest has so far %d %s that count%s",
        fewest,
        fewest == 1 ? "run" : "runs",
        fewest == 1 ? "s" : "");
  }

  private Optional<String> highestMean() {
    return ExperimentCell.comparable(cells).stream()
        .max(Comparator.comparingDouble(cell -> cell.etps().mean()))
        .map(
            cell ->
                Text.format(
                    "The highest mean%s is %s %s, with %s.",
                    progress.isFinished() ? "" : " so far",
                    Text.figure(cell.etps().mean(), 1),
                    contents.unit(),
                    cell.label()));
  }

  private Stream<Difference> differences() {
    return cells.stream().map(ExperimentCell::difference).filter(Objects::nonNull);
  }
}
