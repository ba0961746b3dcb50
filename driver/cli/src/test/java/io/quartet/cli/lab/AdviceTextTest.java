package io.quartet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.cli.view.Folded;
import io.quartet.model.GoldenFile;
import io.quartet.report.AdvisedRun;
import io.quartet.report.advise.Advice;
import io.quartet.report.advise.Trial;
import io.quartet.report.compare.Conclusion;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class AdviceTextTest {

  /** Verdicts with the longest words. */
  private static final Trial LONG =
      new Trial(
          "OLTP",
          "a1-vm3",
          List.of("DROP INDEX trade_by_time"),
          List.of(),
          List.of(
              figure("time", "ms", Conclusion.NO_DIFFERENCE_SHOWN),
              figure("write-ahead log", "blocks", Conclusion.DIFFERS)));

  private static Trial.Figure figure(String quantity, String unit, Conclusion verdict) {
    return new Trial.Figure(
        "Customer-Position", quantity, unit, 123_456, 12.5, 12_345.6, -10.0, 185.2, 0.001, verdict);
  }

  private static Advice advice(Path results) {
    Advice whole = AdvisedRun.whole(results);
    return whole.with(Stream.concat(whole.trials().stream(), Stream.of(LONG)).toList());
  }

  @Test
  void textIsTheGoldenOne(@TempDir Path results) {
    String text = AdviceText.of(advice(results), true);
    GoldenFile.assertSame("driver/cli/src/test/resources/io/quartet/cli/golden/advise.txt", text);
    assertThat(text.lines()).allMatch(line -> line.length() <= Folded.WIDTH);
  }

  @Test
  void onlyFiguresThatDifferArePrintedUnlessAllAreAsked(@TempDir Path results) {
    Advice advice = advice(results);
    assertThat(verdicts(AdviceText.of(advice, false)))
        .containsExactly(Conclusion.LOWER.words(), Conclusion.DIFFERS.words());
    assertThat(verdicts(AdviceText.of(advice, true)))
        .containsExactlyElementsOf(
            advice.trials().stream()
                .flatMap(trial -> trial.figures().stream())
                .map(figure -> figure.verdict().words())
                .toList());
  }

  /** Last words of the rows with figures of a trial. */
  private static List<String> verdicts(String text) {
    return text.lines()
        .filter(line -> line.matches(" {4}.{15} (?:ms|blocks|bytes) .*"))
        .map(line -> line.substring(line.lastIndexOf("  ")).strip())
        .toList();
  }
}
