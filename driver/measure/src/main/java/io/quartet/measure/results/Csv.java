package io.quartet.measure.results;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The one CSV dialect of the results folder: a header line, commas, no quotes. */
final class Csv {

  private Csv() {}

  /** One line; commas and line ends inside a value become blanks, so that no quotes are needed. */
  static String line(Object... values) {
    StringBuilder line = new StringBuilder(128);
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        line.append(',');
      }
      line.append(values[i].toString().replaceAll("[,\r\n]", " "));
    }
    return line.append('\n').toString();
  }

  /**
   * Reads a file; columns are found by name, so their order is free. A last line without its end,
   * left by a run that was killed, is skipped.
   */
  static <T> List<T> read(ResultsFolder folder, String name, Function<Row, T> convert) {
    List<T> rows = new ArrayList<>();
    forEach(folder, name, row -> rows.add(convert.apply(row)));
    return rows;
  }

  /** As {@link #read}, row by row. */
  static void forEach(ResultsFolder folder, String name, Consumer<Row> action) {
    Path file = folder.file(name);
    String content;
    try {
      content = Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ResultsFolder.unreadable(file, "cannot be read (" + e + ")", e);
    }
    List<String> lines = Arrays.asList(content.split("\n", -1));
    Map<String, Integer> columns = new HashMap<>();
    for (int number = 1; number < lines.size(); number++) {
      String[] fields = lines.get(number - 1).split(",", -1);
      if (number == 1) {
        for (int i = 0; i < fields.length; i++) {
          columns.put(fields[i], i);
        }
      } else {
        action.accept(new Row(file, number, columns, fields));
      }
    }
  }

  /** One line of a file, by column name. */
  record Row(Path file, int line, Map<String, Integer> columns, String[] fields) {

    boolean has(String column) {
      return columns.containsKey(column);
    }

    String text(String column) {
      Integer index = columns.get(column);
      if (index == null || index >= fields.length) {
        throw ResultsFolder.unreadable(file, "line " + line + " has no column " + column, null);
      }
      return fields[index];
    }

    long number(String column) {
      String text = text(column);
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException e) {
        throw ResultsFolder.unreadable(
            file, "line " + line + ": " + column + " is '" + text + "', not a whole number", e);
      }
    }

    TransactionType type() {
      String label = text("transaction");
      return TransactionType.byLabel(label)
          .orElseThrow(
              () ->
                  ResultsFolder.unreadable(
                      file, "line " + line + ": unknown transaction '" + label + "'", null));
    }

    /** The Set of the columns {@code group} and {@code set}. */
    VmSet set() {
      String group = text("group");
      String set = text("set");
      for (VmGroup candidate : VmGroup.values()) {
        if (candidate.name().equals(group) && set.matches("[a-d][0-9]{1,3}")) {
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
