package io.quartet.results.folder;

import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A CSV file of the results folder with one row per record. Its columns, in the order of the file,
 * make header and lines; the reader takes them in the same order. Immutable and thread-safe.
 *
 * @param <T> a row
 */
public final class CsvTable<T> {

  private final String name;
  private final List<String> columns;
  private final List<Function<T, ?>> getters;
  private final Function<Values, T> reader;

  private CsvTable(Columns<T> columns, Function<Values, T> reader) {
    this.name = columns.name;
    this.columns = List.copyOf(columns.names);
    this.getters = List.copyOf(columns.getters);
    this.reader = reader;
  }

  /** The columns of a file: each has its name and takes its value from the row. */
  public static final class Columns<T> {

    private final String name;
    private final List<String> names = new ArrayList<>();
    private final List<Function<T, ?>> getters = new ArrayList<>();

    /**
     * @param name file in the results folder
     */
    public Columns(String name) {
      this.name = name;
    }

    /** Adds a column. */
    public Columns<T> column(String column, Function<T, ?> getter) {
      names.add(column);
      getters.add(getter);
      return this;
    }

    /** Adds {@code group} and {@code set}. */
    public Columns<T> set(Function<T, VmSet> getter) {
      return column("group", getter.andThen(VmSet::group))
          .column("set", getter.andThen(VmSet::name));
    }

    /** Adds {@code transaction}. */
    public Columns<T> kind(Function<T, RequestKind> getter) {
      return column("transaction", getter.andThen(RequestKind::label));
    }

    /**
     * The table of these columns.
     *
     * @param reader makes a row of the values of all columns, which it takes in their order
     */
    public CsvTable<T> readBy(Function<Values, T> reader) {
      return new CsvTable<>(this, reader);
    }
  }

  /** The values of one line, each taken once and in the order of the columns. */
  public static final class Values {

    private final List<String> columns;
    private final Map<String, RequestKind> kinds;
    private final Map<String, String> shared = new HashMap<>();
    private Csv.Row row;
    private int next;

    private Values(List<String> columns, List<RequestKind> kinds) {
      this.columns = columns;
      this.kinds =
          kinds.stream().collect(Collectors.toMap(RequestKind::label, Function.identity()));
    }

    private <T> T row(Csv.Row line, Function<Values, T> reader) {
      row = line;
      next = 0;
      T read = reader.apply(this);
      if (next != columns.size()) {
        throw new IllegalStateException("took " + next + " of the columns " + columns);
      }
      return read;
    }

    public String text() {
      return row.text(columns.get(next++));
    }

    /** A text that many rows have in common: they share it. */
    public String sharedText() {
      return shared.computeIfAbsent(text(), Function.identity());
    }

    public long number() {
      return row.number(columns.get(next++));
    }

    /** A number that may be negative. */
    public long signedNumber() {
      return row.signedNumber(columns.get(next++));
    }

    /** A number; empty if there is nothing. */
    public OptionalLong numberIfAny() {
      String column = columns.get(next++);
      return row.text(column).isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(row.number(column));
    }

    /** A number with or without a fraction, 0 or more; empty if there is nothing. */
    public OptionalDouble decimalIfAny() {
      String column = columns.get(next++);
      return row.text(column).isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(row.decimal(column));
    }

    /** A number; 0 if an older run wrote no such column. */
    public long numberOrZero() {
      String column = columns.get(next++);
      return row.has(column) ? row.number(column) : 0;
    }

    /** A number; empty if there is nothing, or if an older run wrote no such column. */
    public OptionalLong newerNumberIfAny() {
      if (row.has(columns.get(next))) {
        return numberIfAny();
      }
      next++;
      return OptionalLong.empty();
    }

    /** The Set of the next two columns. */
    public VmSet set() {
      next += 2;
      return row.set();
    }

    /** The kind of request of the next column. */
    public RequestKind kind() {
      next++;
      return row.kind(kinds);
    }
  }

  /**
   * All rows, in the order of the file. A last line without its end is skipped.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public List<T> read(ResultsFolder folder) {
    return read(folder, List.of());
  }

  /**
   * As {@link #read(ResultsFolder)}.
   *
   * @param kinds kinds of requests that may stand in the file
   */
  public List<T> read(ResultsFolder folder, List<RequestKind> kinds) {
    List<T> rows = new ArrayList<>();
    Values values = new Values(columns, kinds);
    Csv.forEach(folder, name, row -> rows.add(values.row(row, reader)));
    return rows;
  }

  /** Replaces the file. */
  public void write(ResultsFolder folder, List<T> rows) {
    folder.replace(name, header() + lines(rows));
  }

  /** Opens the file for appending; it is made if absent. */
  public Appender<T> appender(ResultsFolder folder) {
    return new Appender<>(this, new AppendedFile(folder.file(name), header()));
  }

  /** Takes rows as they come. Thread-safe. */
  public record Appender<T>(CsvTable<T> table, AppendedFile file) implements AutoCloseable {

    /** Appends rows, all at once. */
    public void append(List<T> rows) {
      file.append(table.lines(rows));
    }

    @Override
    public void close() {
      file.close();
    }
  }

  private String header() {
    return Csv.line(columns.toArray());
  }

  private String lines(List<T> rows) {
    StringBuilder text = new StringBuilder();
    for (T row : rows) {
      text.append(Csv.line(getters.stream().map(getter -> getter.apply(row)).toArray()));
    }
    return text.toString();
  }
}
