package io.quartet.results.folder;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * {@code stats/<vm>/<source>.csv}: samples of one source of one VM, {@code utc_ms} first. A sample
 * is one row, or several that keys tell apart. Thread-safe.
 */
public final class StatsCsv implements AutoCloseable {

  /** Folder of the folders of VMs and machines in the results folder. */
  public static final String FOLDER = "stats/";

  /** End of the names of the files. */
  public static final String ENDING = ".csv";

  private static final String TIME = "utc_ms";

  private final Path path;
  private AppendedFile file;

  /** The file is made with the first sample, which tells its columns. */
  public StatsCsv(ResultsFolder folder, String vm, String source) {
    this.path = folder.file(name(vm, source));
  }

  /** Name of the file in the results folder. */
  public static String name(String vm, String source) {
    return FOLDER + vm + "/" + source + ENDING;
  }

  /**
   * Appends one sample, all of its rows at once.
   *
   * @param columns names of the values, the same every time
   * @param rows values in the order of the columns; empty text where there is none
   */
  public synchronized void append(long utcMillis, List<String> columns, List<List<String>> rows) {
    if (rows.isEmpty()) {
      return;
    }
    if (file == null) {
      file = open(columns);
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      text.append(line(Long.toString(utcMillis), row));
    }
    file.append(text.toString());
  }

  private AppendedFile open(List<String> columns) {
    try {
      Files.createDirectories(path.getParent());
    } catch (IOException e) {
      throw ResultsFolder.unwritable(path, e);
    }
    return new AppendedFile(path, line(TIME, columns));
  }

  private static String line(String first, List<String> others) {
    List<String> values = new ArrayList<>(others.size() + 1);
    values.add(first);
    values.addAll(others);
    return Csv.line(values.toArray());
  }

  @Override
  public synchronized void close() {
    if (file != null) {
      file.close();
    }
  }

  /** Removes the file if it is there. */
  public static void delete(ResultsFolder folder, String vm, String source) {
    Path file = folder.file(name(vm, source));
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
  }

  /** Names of the columns; empty if there is no such file or nothing in it. */
  public static List<String> columns(ResultsFolder folder, String vm, String source) {
    String name = name(vm, source);
    return folder.has(name)
        ? folder.firstLine(name).map(header -> List.of(header.split(",", -1))).orElse(List.of())
        : List.of();
  }

  /**
   * Reads a file in its order, leniently: a file that is not there has no lines, and damaged lines
   * are left out.
   *
   * @throws QuartetException RESULTS_UNREADABLE if it is there and is no text
   */
  public static void forEach(
      ResultsFolder folder, String vm, String source, Consumer<Line> action) {
    forEach(folder, vm, source, line -> true, action);
  }

  /**
   * Reads every column of a file, also those of which nothing is made.
   *
   * @throws QuartetException RESULTS_UNREADABLE if a number is negative, or the file is no text
   */
  public static void requireNoNegative(ResultsFolder folder, String vm, String source) {
    forEach(folder, vm, source, StatsCsv::hasMinus, Line::requireNoNegative);
  }

  private static boolean hasMinus(String text) {
    return text.indexOf('-') >= 0;
  }

  private static void forEach(
      ResultsFolder folder,
      String vm,
      String source,
      Predicate<String> isWanted,
      Consumer<Line> action) {
    String name = name(vm, source);
    if (folder.has(name)) {
      Csv.forEach(
          folder,
          name,
          isWanted,
          row -> {
            OptionalDouble time = new Line(0, row).number(TIME);
            if (time.isPresent() && row.fields().length == row.columns().size()) {
              action.accept(new Line((long) time.getAsDouble(), row));
            }
          });
    }
  }

  /** One row of a sample. */
  public static final class Line {

    private final long utcMillis;
    private final Csv.Row row;

    private Line(long utcMillis, Csv.Row row) {
      this.utcMillis = utcMillis;
      this.row = row;
    }

    /** The same values at another moment. */
    public Line at(long moment) {
      return new Line(moment, row);
    }

    /** Moment of the sample. */
    public long utcMillis() {
      return utcMillis;
    }

    /** A value as it stands in the file; empty text if there is no such column. */
    public String text(String column) {
      Integer index = row.columns().get(column);
      return index == null || index >= row.fields().length ? "" : row.fields()[index];
    }

    /**
     * A value as a number; empty if it is none.
     *
     * @throws QuartetException RESULTS_UNREADABLE if it is negative: no source counts so
     */
    public OptionalDouble number(String column) {
      String text = text(column);
      if (!mayBeNumber(text)) {
        return OptionalDouble.empty();
      }
      double number;
      try {
        number = Double.parseDouble(text);
      } catch (NumberFormatException e) {
        return OptionalDouble.empty();
      }
      if (number < 0) {
        throw ResultsFolder.unreadable(
            row.file(),
            "line " + row.line() + ": " + column + " is " + text + ", a negative number",
            null);
      }
      return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    private void requireNoNegative() {
      for (String column : row.columns().keySet()) {
        if (hasMinus(text(column))) {
          number(column);
        }
      }
    }

    /** False for an empty text and for names: they do not cost an exception each. */
    private static boolean mayBeNumber(String text) {
      return !text.isEmpty()
          && (!Character.isLetter(text.charAt(0)) || text.startsWith("Infinity"));
    }
  }
}
