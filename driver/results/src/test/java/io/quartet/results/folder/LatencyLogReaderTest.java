package io.quartet.results.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of the logs against that of the library. */
@Tag("unit")
class LatencyLogReaderTest {

  private static final String NAME = "some.hlog";

  @TempDir Path results;

  /** Intervals of a run, the first before its begin, with times from 0 to an hour. */
  private void write(int digits, boolean hasTags) throws FileNotFoundException {
    Random random = new Random(digits);
    HistogramLogWriter writer = new HistogramLogWriter(results.resolve(NAME).toFile());
    writer.outputLogFormatVersion();
    writer.outputStartTime(1_795_432_780_510L);
    writer.outputLegend();
    for (int interval = -1; interval < 20; interval++) {
      Histogram histogram = new Histogram(digits);
      for (int i = 0; i < interval * interval; i++) {
        long micros = (long) Math.exp(random.nextDouble() * Math.log(3.6e9)) - 1;
        histogram.recordValueWithCount(micros, 1 + random.nextInt(1 << random.nextInt(20)));
      }
      if (hasTags) {
        histogram.setTag("phase" + interval);
      }
      writer.outputIntervalHistogram(10.0 * interval, 10.0 * interval + 9.5, histogram, 1.0);
    }
    writer.close();
  }

  private List<Histogram> read() {
    List<Histogram> lines = new ArrayList<>();
    LatencyLogReader.forEach(new ResultsFolder(results), NAME, lines::add);
    return lines;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void everyIntervalIsThatOfTheLibrary(int digits) throws IOException {
    for (boolean hasTags : new boolean[] {false, true}) {
      write(digits, hasTags);
      List<Histogram> lines = read();
      assertThat(lines).hasSize(21);
      try (HistogramLogReader library = new HistogramLogReader(results.resolve(NAME).toFile())) {
        for (Histogram line : lines) {
          Histogram expected = (Histogram) library.nextIntervalHistogram();
          assertThat(line.getTag()).isEqualTo(expected.getTag());
          assertThat(line.getStartTimeStamp()).isEqualTo(expected.getStartTimeStamp());
          assertThat(line.getEndTimeStamp()).isEqualTo(expected.getEndTimeStamp());
          assertThat(line).isEqualTo(expected);
        }
        assertThat(library.hasNext()).isFalse();
      }
    }
  }

  /** Wherever an interval is cut, those before it are handed over. Only padding may miss. */
  @Test
  void logCutShortIsRefused() throws IOException {
    write(3, true);
    String text = Files.readString(results.resolve(NAME));
    int line = text.indexOf("Tag=phase7");
    int end = text.indexOf('\n', line);
    for (int cut = line + 1; cut < end - 2; cut++) {
      Files.writeString(results.resolve(NAME), text.substring(0, cut));
      List<String> before = new ArrayList<>();
      assertThatThrownBy(
              () ->
                  LatencyLogReader.forEach(
                      new ResultsFolder(results), NAME, one -> before.add(one.getTag())))
          .as("cut after %d characters of the line", cut - line)
          .isInstanceOf(QuartetException.class)
          .hasMessageContaining("some.hlog: has a damaged line, near line 12");
      assertThat(before).hasSize(8).last().isEqualTo("phase6");
    }
  }

  @Test
  void headThatIsCutShortIsALogWithoutIntervals() throws IOException {
    write(3, true);
    String text = Files.readString(results.resolve(NAME));
    int legend = text.indexOf("\"StartTimestamp\"");
    for (int cut : new int[] {1, legend - 5, legend + 7}) {
      Files.writeString(results.resolve(NAME), text.substring(0, cut));
      assertThat(read()).isEmpty();
    }
  }

  @Test
  void errorOfTheReaderOfIntervalsIsNotThatOfTheLog() throws IOException {
    write(3, true);
    assertThatThrownBy(
            () ->
                LatencyLogReader.forEach(
                    new ResultsFolder(results),
                    NAME,
                    one -> {
                      throw new IllegalStateException("a bug");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a bug");
  }

  @Test
  void lineWhoseTimesAreNoNumbersIsLeftOut() throws IOException {
    write(3, true);
    String text = Files.readString(results.resolve(NAME));
    Files.writeString(results.resolve(NAME), text.replace("Tag=phase7,70", "Tag=phase7,??"));
    assertThat(read()).hasSize(20).noneMatch(line -> line.getTag().equals("phase7"));
  }
}
