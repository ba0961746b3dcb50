package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.Samples.Increase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class SamplesTest {

  private static final long START = 100_000;
  private static final long END = 200_000;

  @TempDir Path results;
  private ResultsFolder folder;
  private Samples samples;

  @BeforeEach
  void create() {
    folder = ResultsFolder.create(results, "20260101-000000-test");
    samples = new Samples(folder, new Span("", START, END));
  }

  /** A sample every ten seconds from before the interval until after it. */
  private void write(String vm, String source, String column, double... values) {
    try (StatsCsv csv = new StatsCsv(folder, vm, source)) {
      for (int i = 0; i < values.length; i++) {
        csv.append(
            START - 10_000 + i * 10_000L,
            List.of(column),
            List.of(List.of(Double.toString(values[i]))));
      }
    }
  }

  @Test
  void counterIsThatOfTheIntervalAlone() {
    write("a1-vm3", "pg_stat_wal", "wal_bytes", 0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 90);
    assertThat(samples.increase("a1-vm3", "pg_stat_wal", "wal_bytes"))
        .contains(new Increase(10, START, END, false));
  }

  @Test
  void counterThatBeganAnewIsSeenThoughItEndsHigher() {
    write("a1-vm3", "pg_stat_wal", "wal_bytes", 0, 50, 60, 70, 3, 20, 40, 60, 80, 90, 95, 99, 99);
    Increase increase = samples.increase("a1-vm3", "pg_stat_wal", "wal_bytes").orElseThrow();
    assertThat(increase.hasReset()).isTrue();
    assertThat(increase.amount()).isEqualTo(20 + 99);
  }

  @Test
  void samplesThatEndEarlyTellNothingOfTheInterval() {
    write("a1-vm3", "pg_stat_wal", "wal_bytes", 0, 5, 6, 7, 8, 9, 10, 11, 12);
    assertThat(samples.increase("a1-vm3", "pg_stat_wal", "wal_bytes")).isEmpty();
  }

  @Test
  void rateOfARowThatBeginsBeforeTheIntervalDoesNotCountInIt() {
    samples = new Samples(folder, new Span("", START + 5_000, END));
    write("host", "cpu", "user_pct", 1, 80, 80, 2, 2, 2, 2, 2, 2, 2, 2, 2, 90);
    Rates rates =
        MachineStatistics.ofInterval(
            samples, "host", MachineRate.MachineSource.CPU, new MachineClocks(Map.of()));
    assertThat(rates.mean(MachineRate.USER)).hasValue(2);
    assertThat(rates.isIncomplete(MachineRate.USER)).isFalse();
    assertThat(rates.mean(MachineRate.STEAL)).isEmpty();
  }

  @Test
  void endsOfTheIntervalCountAsSamplesForItsGaps() {
    write("a1-vm3", "pg_stat_database", "xact_commit", 1, 2, 3);
    Span interval = samples.interval();
    assertThat(interval.longestGapMillis(samples.moments("a1-vm3", "pg_stat_database")))
        .isEqualTo(90_000);
    assertThat(interval.longestGapMillis(List.of())).isEqualTo(100_000);
  }
}
