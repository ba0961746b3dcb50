package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell.Difference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class AnswersTest {

  private static final String BUFFERS = "provider.sizes.oltp.settings.shared_buffers";

  private static SampleExperiment buffers() {
    return SampleExperiment.varying(BUFFERS, "10%", "25%", "50%").baseline(2, 50);
  }

  private static SampleExperiment users() {
    return SampleExperiment.varying("load.users", "8", "16", "32").baseline(2, 50);
  }

  private static String headline(SampleExperiment sample) {
    return sample.report().answer().headline();
  }

  @Test
  void smallestValueWithoutALossIsEnough() {
    SampleExperiment sample = buffers().cell(1, -7.2, -8.4, -6.0).cell(3, 0.8, -0.9, 2.4);
    assertThat(headline(sample))
        .isEqualTo(
            "shared_buffers 25 % is enough: 50 % gains 0.8 % (−0.9 to 2.4), no difference shown.");
    assertThat(sample.report().answer().more()).containsExactly("Lower: 10 % (−7.2 %).");
  }

  @Test
  void lessThanTheBaselineMayBeEnough() {
    SampleExperiment sample =
        SampleExperiment.varying("load.users", "4", "8", "16", "32")
            .baseline(3, 50)
            .cell(1, -9.1, -10, -8)
            .cell(2, -0.4, -1.2, 0.5)
            .cell(4, 0.3, -0.5, 1.1);
    assertThat(headline(sample))
        .isEqualTo(
            "8 users are enough: against 16 users they lose 0.4 % (−1.2 to 0.5), no difference"
                + " shown.");
  }

  @Test
  void higherValueIsBest() {
    SampleExperiment sample = users().cell(1, -12.0, -13, -11).cell(3, 13.2, 11.0, 15.1);
    assertThat(headline(sample))
        .isEqualTo("32 users gain 13.2 % (11.0 to 15.1) over 16 users, the largest gain shown.");
    assertThat(sample.report().answer().more()).containsExactly("Lower: 8 users (−12.0 %).");
  }

  @Test
  void baselineMayBeBest() {
    assertThat(headline(users().cell(1, -12.0, -13, -11).cell(3, -3.1, -4.2, -2.0)))
        .isEqualTo(
            "16 users are best: every other value loses; 32 users lose 3.1 % (−4.2 to −2.0).");
  }

  @Test
  void noDifferenceAnywhereIsSaidFirst() {
    assertThat(headline(buffers().cell(1, -0.5, -2.0, 1.1).cell(3, 0.8, -0.9, 2.4)))
        .isEqualTo(
            "No difference shown: no value of shared_buffers is shown to differ from 25 %; at most,"
                + " 50 % gains 0.8 % (−0.9 to 2.4).");
  }

  @Test
  void largerValueThatMayGainMuchLeavesEnoughOpen() {
    assertThat(headline(buffers().cell(1, -10, -14, -6).cell(3, 12, -9, 38)))
        .isEqualTo(
            "No value of shared_buffers is shown to gain over 25 %: 50 % gains 12.0 % (−9.0 to"
                + " 38.0), no difference shown.");
  }

  @Test
  void valuesWithoutAVerdictAreNotSpokenFor() {
    Difference few = new Difference(-16.5, null, null, Conclusion.NOT_ENOUGH_DATA, List.of());
    SampleExperiment sample =
        SampleExperiment.varying("load.users", "2", "8", "16", "32")
            .baseline(2, 241)
            .cell(1, -15.7, -41.9, 10.6)
            .cell(3, -8.4, -28.1, 29.8)
            .cell(4, few);
    assertThat(headline(sample))
        .isEqualTo(
            "No difference shown: none of the values of users with a verdict is shown to differ"
                + " from 8 users; at most, 2 users lose 15.7 % (−41.9 to 10.6).");
    assertThat(sample.report().answer().more())
        .containsExactly("No verdict: 1 cell has too few runs.");
  }

  @Test
  void versionsAreNoNumbers() {
    assertThat(
            headline(
                SampleExperiment.varying("provider.postgres", "15", "18")
                    .baseline(1, 50)
                    .cell(2, 0.0, -27.3, 40.6)))
        .isEqualTo(
            "No difference shown between PostgreSQL 15 and PostgreSQL 18: PostgreSQL 18 gains 0.0 %"
                + " (−27.3 to 40.6).");
  }

  @Test
  void twoNamesAreSetAgainstEachOther() {
    SampleExperiment access =
        SampleExperiment.varying("engine.access", "libpq", "odbc").baseline(1, 50);
    assertThat(headline(access.cell(2, -12.1, -13.0, -11.2)))
        .isEqualTo("libpq is better: odbc loses 12.1 % (−13.0 to −11.2).");
    assertThat(headline(access.cell(2, 0.3, -1.0, 1.6)))
        .isEqualTo("No difference shown between libpq and odbc: odbc gains 0.3 % (−1.0 to 1.6).");
  }

  @Test
  void folderOfPostgresIsNamedByItsVersion() {
    assertThat(
            headline(
                SampleExperiment.varying(
                        "provider.postgresBin",
                        "/usr/lib/postgresql/15/bin",
                        "/usr/lib/postgresql/18/bin")
                    .baseline(1, 50)
                    .cell(2, 4.1, 2.0, 6.3)))
        .isEqualTo("PostgreSQL 18 gains 4.1 % (2.0 to 6.3) over PostgreSQL 15.");
  }

  private static SampleExperiment grid() {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    keys.put(BUFFERS, List.of("25%", "50%"));
    keys.put("load.users", List.of("8", "16", "32"));
    return SampleExperiment.varying(keys).baseline(2, 50);
  }

  @Test
  void twoKeysNameTheBestCellThenEachKey() {
    SampleExperiment sample =
        grid()
            .cell(1, -20.0, -21, -19)
            .cell(3, 8.1, 6.0, 10.0)
            .cell(4, -19.0, -20, -18)
            .cell(5, 0.5, -1.0, 2.0)
            .cell(6, 8.4, 6.4, 10.2);
    assertThat(headline(sample))
        .isEqualTo(
            "The largest gain shown is that of shared_buffers 50 %, 32 users. It gains 8.4 % (6.4 to 10.2) over"
                + " the baseline, shared_buffers 25 %, 16 users.");
    assertThat(sample.report().answer().more())
        .containsExactly(
            "With 16 users: No difference shown between shared_buffers 25 % and 50 %: 50 % gains"
                + " 0.5 % (−1.0 to 2.0).",
            "With shared_buffers 25 %: 32 users gain 8.1 % (6.0 to 10.0) over 16 users, the largest"
                + " gain shown.");
  }

  @Test
  void twoKeysWithoutAGainSaySo() {
    SampleExperiment none = grid();
    for (int cell : List.of(1, 3, 4, 5, 6)) {
      none.cell(cell, 0.1 * cell, -1, 1.5);
    }
    assertThat(headline(none))
        .isEqualTo(
            "No difference shown: no cell is shown to differ from the baseline, shared_buffers 25 %, 16 users."
                + " The nearest to a gain: shared_buffers 50 %, 32 users gains 0.6 % (−1.0 to"
                + " 1.5).");
    SampleExperiment worse = grid();
    for (int cell : List.of(1, 3, 4, 5, 6)) {
      worse.cell(cell, -cell, -cell - 0.5, -cell + 0.5);
    }
    assertThat(headline(worse))
        .isEqualTo(
            "The baseline, shared_buffers 25 %, 16 users, is best: every other cell loses. The"
                + " nearest, shared_buffers 25 %, 8 users, loses 1.0 % (−1.5 to −0.5).");
  }

  @Test
  void everythingIncomparableGivesNoAnswer() {
    Difference difference =
        new Difference(
            3.0,
            null,
            null,
            Conclusion.NOT_COMPARABLE,
            List.of("In run 2 others took 43.0 % of the processor time (limit 20 %)."));
    SampleExperiment sample = buffers().cell(1, difference).cell(3, difference);
    assertThat(headline(sample)).isEqualTo("No answer: no cell is comparable with the baseline.");
    assertThat(sample.report().answer().more())
        .contains("In run 2 others took 43.0 % of the processor time (limit 20 %).");
  }

  @Test
  void tooFewRunsGiveNoVerdict() {
    Difference difference = new Difference(3.0, null, null, Conclusion.NOT_ENOUGH_DATA, List.of());
    SampleExperiment sample = buffers().cell(3, difference).running();
    assertThat(headline(sample))
        .startsWith("No verdict yet: ")
        .endsWith("Higher and lower need at least three repeats of each cell.");
    assertThat(sample.report().answer().more())
        .containsExactly("The highest mean so far is 51.5 etps, with shared_buffers 50 %.");
  }

  @Test
  void nothingFinishedIsSaid() {
    SampleExperiment sample = SampleExperiment.varying("load.users", "8", "16").running();
    assertThat(headline(sample)).isEqualTo("No answer yet: no run has given a figure.");
    assertThat(headline(users().running()))
        .isEqualTo("No answer yet: only the baseline, 16 users, has a figure so far.");
  }

  @Test
  void baselineThatFailedIsSaid() {
    SampleExperiment sample = users().cell(3, 1, 0.5, 1.5).failed(2, "SERVER_START", "no memory");
    assertThat(headline(SampleExperiment.varying("load.users", "8").failed(1, "X", "y")))
        .isEqualTo("No answer: no run gave a figure.");
    assertThat(sample.report().answer().more())
        .contains("1 cell has no figure because every run failed: 16 users.");
  }

  @Test
  void failedCellsAreNamed() {
    SampleExperiment sample =
        buffers().cell(1, -7.2, -8.4, -6.0).failed(3, "SERVER_START", "no memory");
    assertThat(headline(sample))
        .isEqualTo("shared_buffers 25 % is better: 10 % loses 7.2 % (−8.4 to −6.0).");
    assertThat(sample.report().answer().more())
        .containsExactly("1 cell has no figure because every run failed: shared_buffers 50 %.");
  }

  @Test
  void foldersAreShortenedToWhatTellsThemApart() {
    String folder = "/srv/installations/of-the-database/";
    assertThat(
            headline(
                SampleExperiment.varying(
                        "provider.storage.walFolder", folder + "one/wal", folder + "two/wal")
                    .baseline(1, 50)
                    .cell(2, -3, -4, -2)))
        .isEqualTo("wal folder …/one/wal is better: …/two/wal loses 3.0 % (−4.0 to −2.0).");
  }

  @Test
  void sweepTellsItsKneeAndItsLinearRegion() {
    assertThat(
            SampleExperiment.varying("load.users", "10", "20", "50", "100")
                .baseline(1, 10)
                .cell(2, 97, 95, 99)
                .cell(3, 310, 300, 320)
                .cell(4, 312, 300, 320)
                .report()
                .answer()
                .more())
        .contains(
            "By the means, the knee is at 50 users: the next value gains less than 5 %.",
            "By the means, throughput rises in proportion up to 20 users.");
  }

  @Test
  void resultsSoFarAreMarked() {
    assertThat(headline(buffers().cell(1, -7.2, -8.4, -6.0).running()))
        .isEqualTo("So far: shared_buffers 25 % is better: 10 % loses 7.2 % (−8.4 to −6.0).");
  }
}
