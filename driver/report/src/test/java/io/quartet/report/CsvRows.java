package io.quartet.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A raw file with a row of names, to be edited. */
final class CsvRows {

  private final Path file;
  private final List<String> columns;
  private final List<Row> rows = new ArrayList<>();

  private CsvRows(Path file, List<String> columns) {
    this.file = file;
    this.columns = columns;
  }

  static CsvRows read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      CsvRows read = new CsvRows(file, List.of(lines.get(0).split(",")));
      lines.stream()
          .skip(1)
          .forEach(
              line -> read.rows.add(read.new Row(new ArrayList<>(List.of(line.split(",", -1))))));
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Row> rows() {
    return rows;
  }

  List<String> columns() {
    return columns;
  }

  /** The rows with a value; they are those of the file. */
  CsvRows where(String column, String value) {
    CsvRows some = new CsvRows(file, columns);
    rows.stream().filter(row -> row.text(column).equals(value)).forEach(some.rows::add);
    return some;
  }

  /** The only row. */
  Row one() {
    if (rows.size() != 1) {
      throw new IllegalStateException(rows.size() + " rows of " + file);
    }
    return rows.get(0);
  }

  void sort(String column) {
    rows.sort(Comparator.comparingLong(row -> row.number(column)));
  }

  void write() {
    List<String> lines = new ArrayList<>(List.of(String.join(",", columns)));
    rows.forEach(row -> lines.add(String.join(",", row.fields)));
    try {
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One row. */
  final class Row {

    private final List<String> fields;

    private Row(List<String> fields) {
      this.fields = fields;
    }

    /** A copy, which the file has not. */
    Row copy() {
      return new Row(new ArrayList<>(fields));
    }

    String text(String column) {
      return fields.get(columns.indexOf(column));
    }

    long number(String column) {
      return Long.parseLong(text(column));
    }

    void set(String column, Object value) {
      fields.set(columns.indexOf(column), String.valueOf(value));
    }

    void add(String column, long more) {
      set(column, number(column) + more);
    }

    /** Takes a number away from another row. */
    void take(String column, Row from) {
      add(column, from.number(column));
      from.set(column, 0);
    }
  }
}
