package io.quartet.results;

import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.FigureColumn;
import io.quartet.results.folder.CsvTable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What a process of a defined tool printed of a kind of transaction, a row of {@code
 * tool-figures.csv}. What it did not print is absent.
 *
 * @param phase phase or ramp that the process was started for
 * @param utcMillis when it was printed
 * @param isTotal true for figures of the whole process, false for those of an interval
 * @param values what was printed; response times in milliseconds, {@link FigureColumn#ELAPSED} in
 *     seconds
 */
public record ToolFigures(
    VmSet set,
    String phase,
    long utcMillis,
    boolean isTotal,
    RequestKind kind,
    Map<FigureColumn, Double> values) {

  /** Name in the results folder. */
  public static final String NAME = "tool-figures.csv";

  private static final String TOTAL = "total";

  /** Those with a number. */
  private static final List<FigureColumn> COLUMNS =
      Stream.of(FigureColumn.values()).filter(column -> column != FigureColumn.KIND).toList();

  /** A row for each interval and kind, and one for each process and kind. */
  public static final CsvTable<ToolFigures> TABLE = table();

  private static CsvTable<ToolFigures> table() {
    CsvTable.Columns<ToolFigures> columns =
        new CsvTable.Columns<ToolFigures>(NAME)
            .set(ToolFigures::set)
            .column("phase", ToolFigures::phase)
            .column("utc_ms", ToolFigures::utcMillis)
            .column("of", row -> row.isTotal() ? TOTAL : "interval")
            .kind(ToolFigures::kind);
    for (FigureColumn column : COLUMNS) {
      columns.column(name(column), row -> text(row.values().get(column)));
    }
    return columns.readBy(
        values -> {
          VmSet set = values.set();
          String phase = values.sharedText();
          long utcMillis = values.number();
          boolean isTotal = values.sharedText().equals(TOTAL);
          RequestKind kind = values.kind();
          Map<FigureColumn, Double> figures = new EnumMap<>(FigureColumn.class);
          for (FigureColumn column : COLUMNS) {
            values.decimalIfAny().ifPresent(value -> figures.put(column, value));
          }
          return new ToolFigures(set, phase, utcMillis, isTotal, kind, figures);
        });
  }

  /** As it was printed: a count without a fraction. */
  private static Object text(Double value) {
    if (value == null) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15 ? (Object) value.longValue() : value;
  }

  private static String name(FigureColumn column) {
    return switch (column) {
      case ELAPSED -> "elapsed_s";
      case FAILED_RATE -> "failed_rate";
      default -> column.label() + (column.isTime() ? "_ms" : "");
    };
  }

  /** The same with what another row has, which replaces what both have. */
  public ToolFigures joined(ToolFigures other) {
    Map<FigureColumn, Double> all = new EnumMap<>(FigureColumn.class);
    all.putAll(values);
    all.putAll(other.values);
    return new ToolFigures(set, phase, other.utcMillis, isTotal, kind, all);
  }

  /** What was printed of a column, if it was. */
  public OptionalDouble figure(FigureColumn column) {
    Double value = values.get(column);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
