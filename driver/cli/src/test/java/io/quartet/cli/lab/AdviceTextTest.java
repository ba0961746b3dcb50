package io.quartet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.GoldenFile;
import io.quartet.report.AdvisedRun;
import io.quartet.report.advise.Advice;
import io.quartet.report.advise.Trial;
import io.quartet.report.compare.Conclusion;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class AdviceTextTest {

  @Test
  void textIsTheGoldenOne(@TempDir Path results) {
    GoldenFile.assertSame(
        "driver/cli/src/test/resources/io/quartet/cli/golden/advise.txt",
        AdviceText.of(AdvisedRun.whole(results), true));
  }

  @Test
  void onlyFiguresThatDifferArePrintedUnlessAllAreAsked(@TempDir Path results) {
    Advice advice = AdvisedRun.whole(results);
    List<Trial.Figure> figures =
        advice.trials().stream().flatMap(trial -> trial.figures().stream()).toList();
    List<String> text = AdviceText.of(advice, false).lines().toList();
    assertThat(text)
        .filteredOn(line -> line.endsWith(Conclusion.NO_DIFFERENCE_SHOWN.words()))
        .isEmpty();
    assertThat(text)
        .filteredOn(line -> line.endsWith(" " + Conclusion.LOWER.words()))
        .hasSameSizeAs(figures.stream().filter(one -> one.verdict() == Conclusion.LOWER).toList())
        .isNotEmpty();
  }
}
