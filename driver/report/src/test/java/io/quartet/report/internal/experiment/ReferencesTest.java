package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.Quantity;
import io.quartet.report.experiment.ExperimentReport.Reference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of today for those of a study, from one cell whose data share a disk with indexes. */
@Tag("unit")
class ReferencesTest {

  private static String now(Quantity quantity) {
    Experiment experiment =
        new Experiment(
            "x",
            Optional.empty(),
            1,
            3,
            Optional.empty(),
            Experiment.PercentOf.NONE,
            OptionalDouble.empty(),
            List.of(
                new Experiment.Reference(
                    "disks", "6 ms", "a paper", Optional.empty(), Optional.of(quantity))),
            1,
            List.of(),
            List.of());
    List<Reference> references =
        References.of(
            experiment,
            SampleExperiment.varying("load.users", "4").baseline(1, 100).report().cells());
    return references.get(0).now();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          operations | operations a trade | 6.2
          mib        | MiB a trade        | 0.095
          await-wal  | ms                 | 0.7
          """)
  void figuresOfDisksHaveTheirUnits(String word, String unit, String figure) {
    assertThat(now(Quantity.of(word))).contains(figure).contains(" " + unit + " (");
    assertThat(Quantity.of(word).word()).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource("await-data")
  void figureThatIsNotKnownIsLeftOut(String word) {
    assertThat(now(Quantity.of(word))).isNull();
  }
}
