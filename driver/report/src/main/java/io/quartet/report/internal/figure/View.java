package io.quartet.report.internal.figure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How the page and the document for print show some figures of rows. Immutable.
 *
 * @param <R> a row
 * @param names what each row is about, in the columns on the left
 * @param columns the figures, each with a title
 * @param isSum true for a row that sums others up
 * @param mark a warning on the right; usually empty
 */
public record View<R>(
    List<Name<R>> names, List<Column<R>> columns, Predicate<R> isSum, Function<R, String> mark) {

  /**
   * A column on the left.
   *
   * @param style CSS class of a coloured dot before the text; empty for none
   */
  public record Name<R>(String title, Function<R, String> text, Function<R, String> style) {

    /** Without a dot. */
    public Name(String title, Function<R, String> text) {
      this(title, text, row -> "");
    }
  }

  /** Titles that share a heading; without one, there is a single title. */
  public record Heading(String text, List<String> titles) {}

  /** A text on the left of a row, with the CSS class of its dot. */
  public record Label(String text, String style) {}

  /** What a row shows. */
  public record Row(List<Label> labels, List<Cell> cells, boolean isSum, String mark) {}

  /**
   * One figure.
   *
   * @param isFirst true if it begins a group of columns
   */
  public record Cell(String text, boolean isFirst) {}

  /** A whole table in texts. */
  public record Shown(List<String> names, List<Heading> headings, List<Row> rows) {

    /** True if some columns share a heading, so that titles take two rows. */
    public boolean hasGroups() {
      return headings.stream().anyMatch(heading -> !heading.text().isEmpty());
    }
  }

  /** The table of these rows. */
  public Shown of(List<R> rows) {
    return new Shown(
        names.stream().map(Name::title).toList(),
        headings(),
        rows.stream().map(this::row).toList());
  }

  private List<Heading> headings() {
    List<Heading> headings = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column<R> column = columns.get(i);
      if (isFirst(i)) {
        headings.add(new Heading(column.heading(), new ArrayList<>()));
      }
      headings.get(headings.size() - 1).titles().add(column.title());
    }
    return headings;
  }

  private boolean isFirst(int column) {
    String heading = columns.get(column).heading();
    return column == 0 || heading.isEmpty() || !heading.equals(columns.get(column - 1).heading());
  }

  private Row row(R row) {
    List<Cell> cells = new ArrayList<>();
    boolean hasGroups = columns.stream().anyMatch(column -> !column.heading().isEmpty());
    for (int i = 0; i < columns.size(); i++) {
      cells.add(new Cell(columns.get(i).text(row), hasGroups && isFirst(i)));
    }
    return new Row(
        names.stream()
            .map(name -> new Label(name.text().apply(row), name.style().apply(row)))
            .toList(),
        cells,
        isSum.test(row),
        mark.apply(row));
  }
}
