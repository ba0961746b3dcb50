package io.quartet.report.internal.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * How the page and the document for print show rows. Immutable.
 *
 * @param <R> a row
 * @param columns each with a title; the first says what the row is about
 * @param isSum true for a row that sums others up
 */
public record View<R>(List<Column<R>> columns, Predicate<R> isSum) {

  /** Rows that are all alike. */
  public View(List<Column<R>> columns) {
    this(columns, row -> false);
  }

  /** Those of the columns that have a title. */
  public static <R> View<R> titled(List<Column<R>> columns) {
    return new View<>(columns.stream().filter(column -> !column.title().isEmpty()).toList());
  }

  /**
   * One figure of one row.
   *
   * @param mark CSS classes of the text; empty for none
   * @param dot CSS class that gives a dot before the text its colour; empty for no dot
   */
  public record Cell(String text, String mark, String dot) {

    /** A text alone. */
    static Cell of(String text) {
      return new Cell(text, "", "");
    }
  }

  /**
   * Titles that share a heading; without one, there is a single title.
   *
   * @param style CSS classes of the single title
   */
  public record Heading(String text, String style, List<String> titles) {}

  /** What a row shows. */
  public record Row(List<Cell> cells, boolean isSum) {}

  /**
   * A whole table in texts.
   *
   * @param styles CSS classes of the cells of each column
   */
  public record Shown(List<Heading> headings, List<String> styles, List<Row> rows) {

    /** True if some columns share a heading, so that titles take two rows. */
    public boolean hasGroups() {
      return headings.stream().anyMatch(heading -> !heading.text().isEmpty());
    }
  }

  /** The table of these rows. */
  public Shown of(List<R> rows) {
    return new Shown(
        headings(),
        columns.stream().map(this::style).toList(),
        rows.stream().map(this::row).toList());
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
        columns.stream().map(column -> column.cell().apply(row)).toList(), isSum.test(row));
  }
}
