package io.quartet.report.internal.figure;

import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Contents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the page and the document for print show rows. Immutable.
 *
 * @param <R> a row
 * @param columns each with a title; the first says what the row is about
 * @param rowStyle CSS class of each row: {@code sum} if it sums others up, {@code broken} if
 *     something is wrong with it, else empty
 */
public record View<R>(List<Column<R>> columns, Function<R, String> rowStyle) {

  /** Rows that are all alike. */
  public View(List<Column<R>> columns) {
    this(columns, row -> "");
  }

  /** Rows of which some sum others up. */
  public static <R> View<R> withSums(List<Column<R>> columns, Predicate<R> isSum) {
    return new View<>(columns, row -> isSum.test(row) ? "sum" : "");
  }

  /**
   * One figure of one row.
   *
   * @param mark CSS classes of the text; empty for none
   * @param dot CSS class that gives a dot before the text its colour; empty for no dot
   * @param rest more text without the marks; may be empty
   */
  public record Cell(String text, String mark, String dot, String rest) {

    /** A text alone. */
    static Cell of(String text) {
      return new Cell(text, "", "", "");
    }

    Cell inked(String newMark) {
      return new Cell(text, newMark, dot, rest);
    }

    Cell dotted(String newDot) {
      return new Cell(text, mark, newDot, rest);
    }

    Cell followed(String newRest) {
      return new Cell(text, mark, dot, newRest);
    }
  }

  /**
   * Titles that share a heading; without one, there is a single title.
   *
   * @param style CSS classes of the single title
   */
  public record Heading(String text, String style, List<String> titles) {}

  /** What a row shows. */
  public record Row(List<Cell> cells, String style) {}

  /**
   * A whole table in texts.
   *
   * @param styles CSS classes of the cells of each column
   * @param common a sentence about the columns that are left out because all rows are equal there;
   *     may be empty
   */
  public record Shown(List<Heading> headings, List<String> styles, List<Row> rows, String common) {

    /** The same with titles in the words of a workload. */
    public Shown in(Contents contents) {
      return new Shown(
          headings.stream()
              .map(
                  heading ->
                      new Heading(
                          contents.words(heading.text()),
                          heading.style(),
                          heading.titles().stream().map(contents::words).toList()))
              .toList(),
          styles,
          rows,
          contents.words(common));
    }

    /** True if some columns share a heading, so that titles take two rows. */
    public boolean hasGroups() {
      return headings.stream().anyMatch(heading -> !heading.text().isEmpty());
    }
  }

  /** The same with further columns after these. */
  public View<R> and(List<Column<R>> more) {
    return new View<>(Column.joined(columns, more), rowStyle);
  }

  /** The same in a report of this workload: with its columns, in its words. */
  public View<R> in(Contents contents) {
    return new View<>(
        columns.stream()
            .filter(column -> column.isIn(contents))
            .map(column -> column.in(contents))
            .toList(),
        rowStyle);
  }

  /** The table of these rows. */
  public Shown of(List<R> rows) {
    return new Shown(
        headings(),
        columns.stream().map(this::style).toList(),
        rows.stream().map(this::row).toList(),
        "");
  }

  /**
   * The table of these rows, without the columns in which all are equal: a sentence says those. The
   * first column stays.
   *
   * @param rowName what a row is about, for instance {@code VM}
   */
  public Shown condensed(List<R> rows, String rowName) {
    Map<Boolean, List<Column<R>>> byEquality =
        columns.stream()
            .collect(
                Collectors.partitioningBy(
                    column ->
                        rows.size() > 1
                            && !column.equals(columns.get(0))
                            && !column.title().isEmpty()
                            && texts(column, rows).distinct().count() == 1));
    Shown differing = new View<>(byEquality.get(false), rowStyle).of(rows);
    String common =
        byEquality.get(true).stream()
            .map(column -> called(column) + " " + texts(column, rows).findFirst().orElseThrow())
            .map(text -> text.replace(Format.NOTHING, "not known"))
            .collect(Collectors.joining("; "));
    return new Shown(
        differing.headings(),
        differing.styles(),
        differing.rows(),
        common.isEmpty() ? "" : "Every " + rowName + ": " + common + ".");
  }

  private static String called(Column<?> column) {
    return (column.heading() + " " + column.title()).strip();
  }

  private Stream<String> texts(Column<R> column, List<R> rows) {
    return rows.stream()
        .map(row -> column.cell().apply(row))
        .map(cell -> cell.text() + cell.rest());
  }

  private List<Heading> headings() {
    List<Heading> headings = new ArrayList<>();
    for (Column<R> column : columns) {
      if (column.heading().isEmpty() || isFirst(column)) {
        headings.add(new Heading(column.heading(), column.style(), new ArrayList<>()));
      }
      headings.get(headings.size() - 1).titles().add(column.title());
    }
    return headings;
  }

  /** True for the first of the columns with its heading. */
  private boolean isFirst(Column<R> column) {
    int index = columns.indexOf(column);
    return !column.heading().isEmpty()
        && (index == 0 || !column.heading().equals(columns.get(index - 1).heading()));
  }

  private String style(Column<R> column) {
    return isFirst(column) ? "first " + column.style() : column.style();
  }

  private Row row(R row) {
    return new Row(
        columns.stream().map(column -> column.cell().apply(row)).toList(), rowStyle.apply(row));
  }
}
