package io.quartet.results.folder;

import io.quartet.model.QuartetException;
import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The one CSV dialect of the results folder: a header line, commas, no quotes. */
public final class Csv {

  private static final Pattern NO_VALUE = Pattern.compile("[,\r\n]");
  private static final Pattern SET_NAME = Pattern.compile("[a-d][0-9]{1,3}");

  private Csv() {}

  /** One line; commas and line ends inside a value become blanks, so that no quotes are needed. */
  public static String line(Object... values) {
    StringBuilder line = new StringBuilder(128);
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        line.append(',');
      }
      line.append(NO_VALUE.matcher(values[i].toString()).replaceAll(" "));
    }
    return line.append('\n').toString();
  }

  /**
   * Reads a file, row by row; columns are found by name, so their order is free. A last line
   * without its end, left by a run that was killed, is skipped.
   */
  public static void forEach(ResultsFolder folder, String name, Consumer<Row> action) {
    forEach(folder, name, line -> true, action);
  }

  /**
   * The same for some lines of a large file.
   *
   * @param isWanted whether the row of a line is handed over; never asked about the header
   */
  static void forEach(
      ResultsFolder folder, String name, Predicate<String> isWanted, Consumer<Row> action) {
    Path file = folder.file(name);
    Map<String, Integer> columns = new LinkedHashMap<>();
    folder.forEachLine(
        name,
        (number, line) -> {
          if (number == 1) {
            columns.putAll(columns(line.split(",", -1)));
          } else if (isWanted.test(line)) {
            action.accept(new Row(file, number, columns, line.split(",", -1)));
          }
        });
  }

  private static Map<String, Integer> columns(String[] names) {
    Map<String, Integer> columns = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      columns.put(names[i], i);
    }
    return columns;
  }

  /** One line of a file, by column name. */
  public record Row(Path file, int line, Map<String, Integer> columns, String[] fields) {

    public boolean has(String column) {
      return columns.containsKey(column);
    }

    public String text(String column) {
      Integer index = columns.get(column);
      if (index == null || index >= fields.length) {
        throw ResultsFolder.unreadable(file, "line " + line + " has no column " + column, null);
      }
      return fields[index];
    }

    /** A count, a moment or a duration: none of them can be negative. */
    public long number(String column) {
      long number = signedNumber(column);
      if (number < 0) {
        throw unusable(column, text(column), "a negative number", null);
      }
      return number;
    }

    /** A whole number that may be negative. */
    public long signedNumber(String column) {
      String text = text(column);
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw unusable(column, text, "not a whole number", e);
      }
    }

    /** A number with or without a fraction, 0 or more. */
    public double decimal(String column) {
      String text = text(column);
      try {
        double number = Double.parseDouble(text);
        if (number >= 0 && !Double.isInfinite(number)) {
          return number;
        }
        throw unusable(column, text, "not a number of at least 0", null);
      } catch (NumberFormatException e) {
        throw unusable(column, text, "not a number", e);
      }
    }

    private QuartetException unusable(String column, String text, String why, Exception cause) {
      return ResultsFolder.unreadable(
          file, "line " + line + ": " + column + " is '" + text + "', " + why, cause);
    }

    /** The kind of the column {@code transaction}, one of these by their labels. */
    public RequestKind kind(Map<String, RequestKind> kinds) {
      String label = text("transaction");
      RequestKind kind = kinds.get(label);
      if (kind == null) {
        throw ResultsFolder.unreadable(
            file, "line " + line + ": unknown transaction '" + label + "'", null);
      }
      return kind;
    }

    /** The Set of the columns {@code group} and {@code set}. */
    public VmSet set() {
      String group = text("group");
      String set = text("set");
      for (VmGroup candidate : VmGroup.values()) {
        if (candidate.name().equals(group) && SET_NAME.matcher(set).matches()) {
          VmSet found = new VmSet(candidate, Integer.parseInt(set.substring(1)));
          if (found.name().equals(set)) {
            return found;
          }
        }
      }
      throw ResultsFolder.unreadable(
          file, "line " + line + ": there is no Set '" + set + "' in Group '" + group + "'", null);
    }
  }
}
