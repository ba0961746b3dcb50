package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Suggestions;
import io.quartet.config.Units;
import io.quartet.model.Text;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.model.plan.ToolDefinition.Counted;
import io.quartet.model.plan.ToolDefinition.FigureTable;
import io.quartet.model.plan.ToolDefinition.JsonRows;
import io.quartet.model.plan.ToolDefinition.Kind;
import io.quartet.model.plan.ToolDefinition.Output;
import io.quartet.model.plan.ToolDefinition.Patterns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a definition of a tool that fits its schema, and judges what a schema cannot. */
public final class ToolReader {

  public static final String SETTINGS = "settings";

  private static final DocumentPath COMMANDS = DocumentPath.ROOT.child("commands");
  private static final DocumentPath OUTPUT = DocumentPath.ROOT.child("output");
  private static final String INTERVAL = "interval";
  private static final String TOTAL = "total";

  private final JsonNode root;
  private final Path folder;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param root with every default filled in
   * @param folder of the definition
   */
  public ToolReader(JsonNode root, Path folder) {
    this.root = root;
    this.folder = folder;
  }

  /** What is wrong; the definition is meaningless if that is anything. */
  public List<Problem> problems() {
    return List.copyOf(problems);
  }

  /**
   * The definition.
   *
   * @param program in place of its own; empty to keep that
   * @param others settings in place of its own
   */
  public ToolDefinition read(Optional<String> program, JsonNode others) {
    List<Kind> kinds = kinds();
    SortedMap<String, String> settings = settings(others);
    return new ToolDefinition(
        root.get("name").asText(),
        judged(program.orElseGet(this::program)),
        folder.toString(),
        commands(settings.keySet()),
        words(root.path("install")),
        duration(DocumentPath.ROOT, root, "prepareWithin", false),
        settings,
        kinds,
        headline(kinds),
        output(kinds.size() > 1),
        exitCodes(),
        failures(),
        root.get("commitsPerTransaction").asDouble());
  }

  private String program() {
    String name = root.get("program").asText();
    return name.contains("/") ? folder.resolve(name).normalize().toString() : name;
  }

  private String judged(String program) {
    if (program.contains("=")) {
      wrong(
          DocumentPath.ROOT.child("program"),
          " is " + program + ", but its name cannot have an equals sign. Rename it or its folder.");
    }
    return program;
  }

  private SortedMap<String, String> settings(JsonNode others) {
    SortedMap<String, String> settings = new TreeMap<>();
    root.get(SETTINGS)
        .properties()
        .forEach(
            entry -> {
              String name = entry.getKey();
              if (ToolDefinition.WORDS.contains(name)) {
                wrongKey(
                    DocumentPath.ROOT.child(SETTINGS).child(name),
                    " has the name of a word that every command has. Rename it.");
              }
              settings.put(name, others.path(name).asText(entry.getValue().asText()));
            });
    return settings;
  }

  private Map<Command, List<String>> commands(Set<String> settings) {
    Map<Command, List<String>> commands = new EnumMap<>(Command.class);
    for (Command command : Command.values()) {
      String key = command.name().toLowerCase(Locale.ROOT);
      List<String> words = words(root.path("commands").path(key));
      if (!words.isEmpty()) {
        commands.put(command, words);
      }
      for (int i = 0; i < words.size(); i++) {
        judge(words.get(i), COMMANDS.child(key).child(i), settings);
      }
    }
    if (Stream.of("{seconds}", "{clients}")
        .anyMatch(word -> commands.get(Command.RUN).stream().noneMatch(w -> w.contains(word)))) {
      wrong(
          COMMANDS.child("run"),
          " lacks {seconds} or {clients}: it has to load the database so long, and with so many"
              + " clients. Add both.");
    }
    return commands;
  }

  private void judge(String word, DocumentPath place, Set<String> settings) {
    Matcher names = ToolDefinition.WORD.matcher(word);
    while (names.find()) {
      String name = names.group(1);
      if (!ToolDefinition.WORDS.contains(name) && !settings.contains(name)) {
        List<String> known =
            Stream.concat(ToolDefinition.WORDS.stream(), settings.stream()).sorted().toList();
        wrong(
            place,
            " has {"
                + name
                + "}, which stands for nothing."
                + Suggestions.nearest(name, known)
                    .map(near -> " Did you mean {" + near + "}?")
                    .orElse(" Choose among " + String.join(", ", known) + "."));
      }
    }
  }

  private static List<String> words(JsonNode list) {
    List<String> words = new ArrayList<>();
    list.forEach(word -> words.add(word.asText()));
    return words;
  }

  private List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : root.get("kinds").properties()) {
      JsonNode kind = entry.getValue();
      kinds.add(
          new Kind(
              kinds.size(),
              entry.getKey(),
              kind.path("weight").asInt(1),
              kind.path("writes").asBoolean(true),
              Optional.ofNullable(kind.get("failedAs")).map(JsonNode::asText)));
    }
    Set<String> names = new HashSet<>();
    for (Kind kind : kinds) {
      if (!names.add(kind.label()) || !kind.failedAs().map(names::add).orElse(true)) {
        wrongKey(
            DocumentPath.ROOT.child("kinds").child(kind.label()),
            " has a name that another kind has, or its failures. Give each its own.");
      }
    }
    return kinds;
  }

  private Counted headline(List<Kind> kinds) {
    JsonNode headline = root.get("headline");
    List<String> labels = kinds.stream().map(Kind::label).toList();
    List<String> counts = words(headline.get("counts"));
    for (int i = 0; i < counts.size(); i++) {
      if (!labels.contains(counts.get(i))) {
        wrong(
            DocumentPath.ROOT.child("headline").child("counts").child(i),
            " is '"
                + counts.get(i)
                + "', but the kinds are "
                + String.join(", ", labels)
                + ". Choose among them.");
      }
    }
    return new Counted(
        headline.get("unit").asText(),
        counts,
        headline.get("per").asText().equals("minute")
            ? Duration.ofMinutes(1)
            : Duration.ofSeconds(1));
  }

  private Output output(boolean hasSeveralKinds) {
    JsonNode output = root.get("output");
    Duration every = duration(OUTPUT, output, "every", true);
    FigureTable interval = figures(output, INTERVAL);
    FigureTable total = figures(output, TOTAL);
    Set<FigureColumn> ofInterval = columns(interval);
    Set<FigureColumn> ofTotal = columns(total);
    if (problems.isEmpty()) {
      if (!ofInterval.contains(FigureColumn.COUNT) && !ofInterval.contains(FigureColumn.RATE)) {
        wrong(OUTPUT.child(INTERVAL), " gives neither count nor rate. Add one of them.");
      }
      if (output.get("counts").asText().equals("cumulative")
          && (!ofInterval.contains(FigureColumn.COUNT)
              || ofInterval.contains(FigureColumn.FAILED_RATE))) {
        wrong(
            OUTPUT.child("counts"),
            " is cumulative, which is about counts. Give interval a count, and no failedRate.");
      }
      if (!ofTotal.contains(FigureColumn.COUNT)) {
        wrong(OUTPUT.child(TOTAL), " gives no count of the whole process. Add it.");
      }
      if (hasSeveralKinds
          && !(ofInterval.contains(FigureColumn.KIND) && ofTotal.contains(FigureColumn.KIND))) {
        wrong(
            OUTPUT,
            " gives no kind, but there are several kinds of transactions. Add kind to interval"
                + " and total.");
      }
    }
    return new Output(
        every,
        switch (output.get("times").asText()) {
          case "us" -> 1;
          case "ms" -> 1_000;
          default -> 1_000_000;
        },
        output.get("counts").asText().equals("cumulative"),
        interval,
        total);
  }

  private FigureTable figures(JsonNode output, String key) {
    JsonNode figures = output.get(key);
    DocumentPath place = OUTPUT.child(key);
    if (figures.has("patterns") == figures.has("columns")) {
      wrong(place, " needs either patterns, or columns of rows of JSON. Give one of them.");
      return new Patterns(List.of());
    }
    if (figures.has("patterns")) {
      return patterns(words(figures.get("patterns")), place.child("patterns"));
    }
    Map<FigureColumn, String> columns = new EnumMap<>(FigureColumn.class);
    figures
        .get("columns")
        .properties()
        .forEach(
            entry ->
                column(entry.getKey(), place.child("columns").child(entry.getKey()))
                    .ifPresent(column -> columns.put(column, entry.getValue().asText())));
    SortedMap<String, String> where = new TreeMap<>();
    figures
        .path("where")
        .properties()
        .forEach(entry -> where.put(entry.getKey(), entry.getValue().asText()));
    where
        .keySet()
        .forEach(
            pointer -> {
              if (!pointer.isEmpty() && !pointer.startsWith("/")) {
                wrongKey(
                    place.child("where").child(pointer),
                    " is no JSON Pointer. Begin it with a slash.");
              }
            });
    return new JsonRows(figures.path("rows").asText(""), where, columns);
  }

  private Patterns patterns(List<String> texts, DocumentPath place) {
    for (int i = 0; i < texts.size(); i++) {
      if (compiles(texts.get(i), place.child(i))) {
        List<String> groups = Patterns.groups(texts.get(i));
        DocumentPath expression = place.child(i);
        groups.forEach(group -> column(group, expression));
        if (groups.isEmpty()) {
          wrong(place.child(i), " has no named group, for instance (?<count>[0-9]+). Add one.");
        }
      }
    }
    return new Patterns(texts);
  }

  private Optional<FigureColumn> column(String label, DocumentPath place) {
    Optional<FigureColumn> column = FigureColumn.of(label);
    if (column.isEmpty()) {
      wrong(
          place,
          " names the figure '"
              + label
              + "', which does not exist. Choose among "
              + Stream.of(FigureColumn.values())
                  .map(FigureColumn::label)
                  .collect(Collectors.joining(", "))
              + ".");
    }
    return column;
  }

  private static Set<FigureColumn> columns(FigureTable table) {
    Set<FigureColumn> columns = EnumSet.noneOf(FigureColumn.class);
    if (table instanceof JsonRows rows) {
      columns.addAll(rows.columns().keySet());
    } else if (table instanceof Patterns patterns) {
      patterns
          .patterns()
          .forEach(
              pattern ->
                  Patterns.groups(pattern)
                      .forEach(group -> FigureColumn.of(group).ifPresent(columns::add)));
    }
    return columns;
  }

  private boolean compiles(String expression, DocumentPath place) {
    try {
      Pattern.compile(expression);
      return true;
    } catch (PatternSyntaxException e) {
      wrong(
          place,
          " is no regular expression of Java ("
              + e.getDescription()
              + " at character "
              + (e.getIndex() + 1)
              + "). Correct it.");
      return false;
    }
  }

  private SortedMap<Integer, String> exitCodes() {
    SortedMap<Integer, String> codes = new TreeMap<>();
    root.get("exitCodes")
        .properties()
        .forEach(entry -> codes.put(Integer.valueOf(entry.getKey()), entry.getValue().asText()));
    return codes;
  }

  private List<String> failures() {
    List<String> failures = words(root.get("failures"));
    for (int i = 0; i < failures.size(); i++) {
      compiles(failures.get(i), DocumentPath.ROOT.child("failures").child(i));
    }
    return failures;
  }

  private Duration duration(DocumentPath path, JsonNode parent, String key, boolean isWhole) {
    String text = parent.get(key).asText();
    try {
      Duration duration = Units.duration(text);
      if (!duration.isZero()
          && duration.compareTo(Duration.ofHours(1_000)) <= 0
          && !(isWhole && duration.toNanosPart() != 0)) {
        return duration;
      }
    } catch (ArithmeticException e) {
      // Longer than 292 years: out of range as well.
    }
    wrong(
        path.child(key),
        Text.format(
            " is '%s', but it must be longer than 0s, at most 1000h%s. Correct it.",
            text, isWhole ? ", and in whole seconds" : ""));
    return Duration.ofSeconds(1);
  }

  private void wrong(DocumentPath place, String text) {
    problems.add(Problem.ofValue(place, "WRONG_VALUE", place + text));
  }

  private void wrongKey(DocumentPath place, String text) {
    problems.add(Problem.ofKey(place, "WRONG_VALUE", place + text));
  }
}
