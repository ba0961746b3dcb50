package io.quartet.results.folder;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Reads the lines of a log of HdrHistogram, format 1.3; the library decodes their histograms. The
 * library's own reader of lines compiles its patterns for every log, and a run has hundreds.
 *
 * <pre>
 * log      = { comment | begin | legend | interval }
 * begin    = "#[StartTime: " seconds " " text     seconds since 1970
 * comment  = "#" text
 * legend   = "\"StartTimestamp\"," text
 * interval = [ "Tag=" tag "," ] start "," length "," greatest "," histogram in Base64
 * </pre>
 *
 * The start of an interval counts from the begin of the log, and the ramp-up is before it. A line
 * whose times are no numbers is left out.
 */
public final class LatencyLogReader {

  private static final String BEGIN = "#[StartTime: ";
  private static final String TAG = "Tag=";
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
  private static final double YEAR_SECONDS = 365 * 24 * 3_600.0;

  private double beginSeconds;
  private boolean isFirst = true;
  private double zeroSeconds;

  private LatencyLogReader() {}

  /**
   * Hands over the intervals of a log of any size, in the order of the file.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if it is damaged
   */
  public static void forEach(ResultsFolder folder, String name, Consumer<Histogram> action) {
    LatencyLogReader reader = new LatencyLogReader();
    folder.forEachLine(
        name,
        (number, text) ->
            guarded(folder, name, number, () -> reader.interval(text)).ifPresent(action),
        (number, text) -> guarded(folder, name, number, () -> reader.rest(text)).ifPresent(action));
  }

  /** Histograms that were cut short throw several kinds of unchecked exceptions. */
  private static Optional<Histogram> guarded(
      ResultsFolder folder, String name, int number, Supplier<Optional<Histogram>> read) {
    try {
      return read.get();
    } catch (RuntimeException e) {
      throw ResultsFolder.unreadable(
          folder.file(name), "has a damaged line, near line " + number, e);
    }
  }

  /** The interval of a line; empty if it has none. */
  private Optional<Histogram> interval(String text) {
    if (text.startsWith(BEGIN)) {
      String seconds = text.substring(BEGIN.length()).split(" ", 2)[0];
      beginSeconds = isNumber(seconds) ? Double.parseDouble(seconds) : beginSeconds;
      return Optional.empty();
    }
    int tagEnd = text.startsWith(TAG) ? text.indexOf(',') : -1;
    String[] fields = text.substring(tagEnd + 1).split(",", 4);
    if (!Arrays.stream(fields).limit(3).allMatch(LatencyLogReader::isNumber)) {
      return Optional.empty();
    }
    if (fields.length < 4) {
      throw new IllegalArgumentException("half a line");
    }
    Histogram histogram = decode(fields[3]);
    double logged = Double.parseDouble(fields[0]);
    double start = zeroSeconds(logged) + logged;
    double end = start + Double.parseDouble(fields[1]);
    histogram.setTag(tagEnd < 0 ? null : text.substring(TAG.length(), tagEnd));
    histogram.setStartTimeStamp((long) (start * 1e3));
    histogram.setEndTimeStamp((long) (end * 1e3));
    return Optional.of(histogram);
  }

  private static Histogram decode(String base64) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * The interval of a last line without its end. One that has none was cut, unless it is a head.
   */
  private Optional<Histogram> rest(String text) {
    Optional<Histogram> interval = interval(text);
    if (interval.isEmpty() && !text.startsWith("#") && !text.startsWith("\"")) {
      throw new IllegalArgumentException("half a line");
    }
    return interval;
  }

  private static boolean isNumber(String field) {
    return NUMBER.matcher(field).matches();
  }

  /** Logs with times since 1970 begin less than a year before their begin. */
  private double zeroSeconds(double firstSeconds) {
    if (isFirst) {
      isFirst = false;
      zeroSeconds = firstSeconds < beginSeconds - YEAR_SECONDS ? beginSeconds : 0;
    }
    return zeroSeconds;
  }
}
