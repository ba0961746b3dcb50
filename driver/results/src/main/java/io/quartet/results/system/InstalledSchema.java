package io.quartet.results.system;

import io.quartet.results.folder.SchemaFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Structure of a database, from the lines of its {@link SchemaFile}. Immutable.
 *
 * @param load parameters of its load by name, for instance {@code trade days}; empty if no line
 *     tells them
 * @param tables by name
 * @param indexes in the order of the file
 * @param triggers each as the statement that makes it
 * @param isComplete false if a line cannot be read, or the lines do not tell what every database
 *     has: the file was cut short or changed
 */
public record InstalledSchema(
    Map<String, String> load,
    List<Table> tables,
    List<Index> indexes,
    List<String> triggers,
    List<Function> functions,
    boolean isComplete) {

  private static final Pattern TABLE = Pattern.compile("table (\\S+)(?: (\\{.*}))?");
  private static final Pattern COLUMN = Pattern.compile("column ([^.\\s]+)\\.(\\S+) (.+)");
  private static final Pattern CONSTRAINT = Pattern.compile("constraint (\\S+) (\\S+) (.+)");
  private static final Pattern INDEX =
      Pattern.compile(
          "index CREATE (UNIQUE )?INDEX (\\S+) ON (?:ONLY )?(?:\\w+\\.)?(\\S+) USING (\\S+) (.+)");
  private static final Pattern TRIGGER = Pattern.compile("trigger (CREATE .+)");
  private static final Pattern FUNCTION = Pattern.compile("function (.+) ([0-9a-f]{32})");
  private static final Pattern LOAD = Pattern.compile("load: (.+)");
  private static final Pattern PARAMETER = Pattern.compile("(.+) (\\S+)");

  public InstalledSchema {
    load = Collections.unmodifiableMap(new LinkedHashMap<>(load));
    tables = List.copyOf(tables);
    indexes = List.copyOf(indexes);
    triggers = List.copyOf(triggers);
    functions = List.copyOf(functions);
  }

  /**
   * A table.
   *
   * @param options storage parameters as the catalogue has them, or empty
   * @param columns in the order of their names
   */
  public record Table(
      String name, String options, List<Column> columns, List<Constraint> constraints) {

    public Table {
      columns = List.copyOf(columns);
      constraints = List.copyOf(constraints);
    }
  }

  /**
   * A column.
   *
   * @param type with {@code NOT NULL} and default
   */
  public record Column(String name, String type) {}

  /**
   * A constraint of a table.
   *
   * @param definition for instance {@code PRIMARY KEY (t_id)}
   */
  public record Constraint(String name, String definition) {}

  /**
   * An index.
   *
   * @param method for instance {@code btree}
   * @param definition its columns and what follows them
   */
  public record Index(
      String table, String name, boolean isUnique, String method, String definition) {}

  /**
   * A function.
   *
   * @param sourceMd5 hash of its source text
   */
  public record Function(String signature, String sourceMd5) {}

  /** Reads the lines of one file. */
  public static InstalledSchema of(List<String> lines) {
    Reader reader = new Reader();
    lines.forEach(reader::add);
    return reader.schema();
  }

  /**
   * The VM that the others of its role should be like: the first whose file is whole, if there is
   * any.
   *
   * @param schemas by VM, in the order of the Sets; at least one
   */
  public static String model(Map<String, InstalledSchema> schemas) {
    return schemas.entrySet().stream()
        .filter(each -> each.getValue().isComplete())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> schemas.keySet().iterator().next());
  }

  private static final class Reader {
    private final Map<String, String> load = new LinkedHashMap<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, List<Column>> columns = new LinkedHashMap<>();
    private final Map<String, List<Constraint>> constraints = new LinkedHashMap<>();
    private final List<Index> indexes = new ArrayList<>();
    private final List<String> triggers = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();
    private boolean isReadable = true;

    void add(String line) {
      boolean isKnown =
          switch (line.split(" ", 2)[0]) {
            case "column" ->
                isRead(
                    COLUMN,
                    line,
                    part ->
                        of(columns, part.group(1)).add(new Column(part.group(2), part.group(3))));
            case "constraint" ->
                isRead(
                    CONSTRAINT,
                    line,
                    part ->
                        of(constraints, part.group(1))
                            .add(new Constraint(part.group(2), part.group(3))));
            case "index" -> isRead(INDEX, line, part -> indexes.add(index(part)));
            case "table" ->
                isRead(
                    TABLE,
                    line,
                    part ->
                        options.put(part.group(1), Objects.requireNonNullElse(part.group(2), "")));
            case "trigger" -> isRead(TRIGGER, line, part -> triggers.add(part.group(1)));
            case "function" ->
                isRead(
                    FUNCTION,
                    line,
                    part -> functions.add(new Function(part.group(1), part.group(2))));
            case "load:" -> isRead(LOAD, line, part -> addLoad(part.group(1)));
            default -> false;
          };
      isReadable &= isKnown;
    }

    private static boolean isRead(Pattern pattern, String line, Consumer<MatchResult> action) {
      Matcher matcher = pattern.matcher(line);
      boolean isRead = matcher.matches();
      if (isRead) {
        action.accept(matcher.toMatchResult());
      }
      return isRead;
    }

    private static Index index(MatchResult part) {
      return new Index(
          part.group(3), part.group(2), part.group(1) != null, part.group(4), part.group(5));
    }

    private void addLoad(String parameters) {
      for (String parameter : parameters.split(", ")) {
        Matcher found = PARAMETER.matcher(parameter);
        if (found.matches()) {
          load.put(found.group(1), found.group(2));
        }
      }
    }

    private static <T> List<T> of(Map<String, List<T>> byTable, String table) {
      return byTable.computeIfAbsent(table, name -> new ArrayList<>());
    }

    InstalledSchema schema() {
      Set<String> names = new TreeSet<>(columns.keySet());
      names.addAll(constraints.keySet());
      names.addAll(options.keySet());
      List<Table> tables = new ArrayList<>();
      for (String name : names) {
        tables.add(
            new Table(
                name,
                options.getOrDefault(name, ""),
                columns.getOrDefault(name, List.of()),
                constraints.getOrDefault(name, List.of())));
      }
      boolean isComplete =
          isReadable
              && !load.isEmpty()
              && !names.isEmpty()
              && names.equals(options.keySet())
              && names.equals(columns.keySet());
      return new InstalledSchema(load, tables, indexes, triggers, functions, isComplete);
    }
  }
}
