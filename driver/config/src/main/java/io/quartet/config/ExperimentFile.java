package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.quartet.config.internal.CellProblems;
import io.quartet.config.internal.CellValues;
import io.quartet.config.internal.CellValues.Value;
import io.quartet.config.internal.Interpolation;
import io.quartet.config.internal.KeyPaths;
import io.quartet.config.internal.SchemaCheck;
import io.quartet.config.internal.SoundParts;
import io.quartet.config.internal.StackNumbers;
import io.quartet.config.internal.VariedKeys;
import io.quartet.config.internal.YamlDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.PercentOf;
import io.quartet.model.experiment.Experiment.Precision;
import io.quartet.model.experiment.Experiment.Quantity;
import io.quartet.model.experiment.Experiment.Reference;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The file of {@code quartet experiment}, with the benchmark file that it varies. Everything wrong
 * with the cells is reported at once, with file, line and cell.
 */
public final class ExperimentFile {

  private static final DocumentPath ROOT = DocumentPath.ROOT;
  private static final String WRONG_VALUE = "WRONG_VALUE";

  /** Keys of nearly every benchmark file. */
  private static final Set<String> OF_BENCHMARK = Set.of("profile", "sets", "load", "database");

  private final YamlDocument document;
  private final YamlDocument base;
  private final Path folder;
  private final Machine machine = Machine.detect();
  private final List<Problem> problems = new ArrayList<>();
  private final List<CellValues> given;
  private final VariedKeys varied;
  private final Experiment experiment;

  /**
   * Reads a file, with the environment of this process.
   *
   * @throws QuartetException of kind BAD_INPUT, as {@link BenchmarkFile#load(Path)}
   */
  public static ExperimentFile load(Path file) {
    return new ExperimentFile(file, System::getenv);
  }

  ExperimentFile(Path file, UnaryOperator<String> environment) {
    document = document(file, environment, "experiment");
    JsonNode root = document.root();
    if (!root.has("base") && OF_BENCHMARK.stream().anyMatch(root::has)) {
      throw QuartetException.badInput(
          BenchmarkFile.OTHER_KIND,
          file
              + ": this is a benchmark file. Run it with quartet run; the file of an experiment names"
              + " it as 'base', as that of quartet init --example experiment.");
    }
    problems.addAll(document.problems());
    SchemaCheck.EXPERIMENT.problems(root).stream()
        .filter(document::isOfItsOwn)
        .forEach(problems::add);
    throwProblems();
    Path baseFile = file.resolveSibling(root.get("base").asText());
    base = base(baseFile, environment);
    folder = baseFile.toAbsolutePath().getParent();
    given = CellValues.of(root, problems);
    throwProblems();
    varied = new VariedKeys(given, root.path("set"), base.root());
    requireNoName(root.path("set"));
    requireFixedOrVaried(root);
    throwProblems();
    List<Cell> cells = cells(root);
    String unit = cells.get(0).plan().workload().headline().unit();
    experiment =
        new Experiment(
            root.get("name").asText(),
            optional(root, "purpose"),
            root.path("seed").asLong(1),
            root.path("repeats").asInt(3),
            precision(root, unit),
            percentOf(root.path("percentOf")),
            maximum(root, unit),
            revisits(root, unit),
            baseline(root.path("baseline"), cells),
            varied.keys(),
            cells);
    throwProblems();
  }

  /** The content of the file, complete and validated. */
  public Experiment experiment() {
    return experiment;
  }

  /**
   * The error that reports what only the machine could find of the cells, with the place of each
   * problem.
   *
   * @param found by number of the cell; at least one
   */
  public QuartetException error(Map<Integer, List<Problem>> found) {
    CellProblems all = new CellProblems(document, base);
    found.forEach(
        (number, ofCell) -> {
          CellValues values = given.get(number - 1);
          ofCell.forEach(problem -> all.add(name(number, values), values, problem));
        });
    return all.error();
  }

  private void throwProblems() {
    if (!problems.isEmpty()) {
      throw document.error(problems);
    }
  }

  private static YamlDocument document(Path file, UnaryOperator<String> environment, String kind) {
    try {
      return YamlDocument.parse(
          file.toString(), TextFile.read(file), new Interpolation(environment));
    } catch (TextFile.UnusableException e) {
      throw QuartetException.badInput(
          "FILE_NOT_FOUND",
          "%s: the %s file cannot be read: %s. Name another."
              .formatted(e.place(), kind, e.getMessage()),
          e);
    }
  }

  private YamlDocument base(Path file, UnaryOperator<String> environment) {
    YamlDocument found;
    try {
      found = document(file, environment, "benchmark");
    } catch (QuartetException e) {
      throw document.error(
          List.of(Problem.ofValue(ROOT.child("base"), e.code(), "base: " + e.getMessage())));
    }
    if (!found.problems().isEmpty()) {
      throw found.error(found.problems());
    }
    if (!found.root().isObject()) {
      throw found.error(SchemaCheck.BENCHMARK.problems(found.root()));
    }
    return found;
  }

  /** The name of a plan decides which databases it runs on. */
  private void requireNoName(JsonNode fixed) {
    if (fixed.has("name")) {
      problems.add(nameProblem(ROOT.child("set").child("name")));
    }
    given.stream()
        .flatMap(cell -> cell.values().entrySet().stream())
        .filter(value -> value.getKey().equals("name"))
        .findFirst()
        .ifPresent(value -> problems.add(nameProblem(value.getValue().place())));
  }

  private void requireFixedOrVaried(JsonNode root) {
    for (String key : CellValues.fixedAndVaried(root)) {
      problems.add(
          Problem.ofValue(
              ROOT.child("vary").child(key),
              WRONG_VALUE,
              "vary.%s: set gives this key one value for all cells. Remove it from set or from vary."
                  .formatted(key)));
    }
  }

  private static Problem nameProblem(DocumentPath place) {
    return Problem.ofValue(
        place,
        WRONG_VALUE,
        place + ": the experiment names its benchmarks itself. Remove this key.");
  }

  private List<Cell> cells(JsonNode root) {
    CellProblems found = new CellProblems(document, base);
    List<Cell> cells = new ArrayList<>();
    StackNumbers stacks = new StackNumbers();
    for (int number = 1; number <= given.size(); number++) {
      CellValues values = given.get(number - 1);
      Optional<RunPlan> plan = plan(root, number, values, found);
      if (plan.isPresent()) {
        int stack = stacks.number(plan.get());
        cells.add(
            new Cell(
                number,
                label(values),
                varied.texts(values),
                stack,
                plan.get().withName(root.get("name").asText() + "-" + stack)));
      }
    }
    if (!found.isEmpty()) {
      throw found.error();
    }
    requireDifferent(cells);
    requireOneWorkload(cells);
    requireOneStackOnGivenMachines(cells);
    return cells;
  }

  private Optional<RunPlan> plan(JsonNode root, int number, CellValues values, CellProblems found) {
    ObjectNode benchmark = base.root().deepCopy();
    benchmark.set("name", TextNode.valueOf(root.get("name").asText()));
    CellValues all = values.over(root.path("set"));
    all.lost()
        .ifPresent(
            key ->
                found.add(
                    name(number, values),
                    all,
                    wrongValue(
                        key, " is given, and so is a key that contains it. Keep one of them.")));
    for (String key : all.putInto(benchmark)) {
      found.add(
          name(number, values),
          all,
          wrongValue(
              key,
              ": the benchmark file has a plain value on this path. Change one of the two files."));
    }
    PlanReading reading =
        PlanReading.of(
            benchmark,
            SchemaCheck.BENCHMARK.problems(benchmark),
            new SoundParts(benchmark),
            folder,
            machine);
    reading.problems().forEach(problem -> found.add(name(number, values), all, problem));
    reading
        .fileError()
        .ifPresent(
            error -> {
              throw error;
            });
    return reading.plan();
  }

  private static Problem wrongValue(String key, String text) {
    return Problem.ofValue(KeyPaths.of(key), WRONG_VALUE, key + text);
  }

  private String label(CellValues values) {
    return values.label().isEmpty() ? varied.describe(values) : values.label();
  }

  private String name(int number, CellValues values) {
    return "cell %d (%s)".formatted(number, label(values));
  }

  /** Two cells that are the same would be compared with each other as if they were not. */
  private void requireDifferent(List<Cell> cells) {
    Map<JsonNode, Cell> plans = new LinkedHashMap<>();
    Map<String, Cell> labels = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Cell same = plans.putIfAbsent(PlanDocument.toJson(cell.plan()), cell);
      Cell namesake = labels.putIfAbsent(cell.label(), cell);
      if (same != null) {
        problems.add(
            Problem.ofValue(
                place(cell),
                WRONG_VALUE,
                "cells %d (%s) and %d (%s) are the same. Remove one."
                    .formatted(same.number(), same.label(), cell.number(), cell.label())));
      } else if (namesake != null) {
        problems.add(
            Problem.ofValue(
                place(cell),
                WRONG_VALUE,
                "cells %d and %d have the same label '%s'. Change one."
                    .formatted(namesake.number(), cell.number(), cell.label())));
      }
    }
    if (cells.size() < 2) {
      problems.add(
          Problem.ofValue(
              ROOT.child("vary"),
              WRONG_VALUE,
              "vary gives only one cell. Give a key at least two values."));
    }
    throwProblems();
  }

  /** Figures of different workloads cannot be compared. */
  private void requireOneWorkload(List<Cell> cells) {
    Cell first = cells.get(0);
    String kind = first.plan().workload().label();
    for (Cell cell : cells) {
      String other = cell.plan().workload().label();
      if (!other.equals(kind)) {
        problems.add(
            Problem.ofValue(
                place(cell),
                WRONG_VALUE,
                ("cell %d (%s) has workload.kind %s, but cell %d (%s) has %s, and their figures cannot"
                        + " be compared. Write one experiment for each.")
                    .formatted(
                        cell.number(), cell.label(), other, first.number(), first.label(), kind)));
        throwProblems();
      }
    }
  }

  /**
   * On machines of the user, databases are not made beside each other, and Tier A is not started
   * with other options.
   */
  private void requireOneStackOnGivenMachines(List<Cell> cells) {
    List<Cell> given = cells.stream().filter(cell -> cell.plan().provider().isGiven()).toList();
    for (Cell cell : given) {
      if (!ofServices(cell).equals(ofServices(given.get(0)))) {
        problems.add(
            Problem.ofValue(
                place(cell),
                WRONG_VALUE,
                ("cell %d (%s) needs other databases or another Tier A than cell %d. On machines"
                        + " that you prepared Quartet starts neither: an experiment can vary there"
                        + " what they are not started with, for instance index profile, mix, phases,"
                        + " rate, caches and events. Set provider.prepare, or write one experiment"
                        + " for each value.")
                    .formatted(cell.number(), cell.label(), given.get(0).number())));
        throwProblems();
      }
    }
  }

  /** What databases and Tier A are started with. */
  private static List<Object> ofServices(Cell cell) {
    RunPlan plan = cell.plan();
    if (!plan.workload().hasTierA()) {
      return List.of(cell.stack());
    }
    return List.of(
        cell.stack(),
        plan.database().activeLoadUnits(),
        plan.engine(),
        plan.userSessions(),
        plan.marketSessions());
  }

  /** A cell may have a label alone: it is then the base file as it is. */
  private DocumentPath place(Cell cell) {
    return given.get(cell.number() - 1).values().values().stream()
        .findFirst()
        .map(Value::place)
        .orElse(ROOT.child("cells").child(cell.number() - 1));
  }

  private int baseline(JsonNode wanted, List<Cell> cells) {
    if (wanted.isMissingNode()) {
      return 1;
    }
    List<Integer> fitting =
        IntStream.rangeClosed(1, cells.size())
            .filter(number -> isBaseline(wanted, given.get(number - 1), cells.get(number - 1)))
            .boxed()
            .toList();
    if (fitting.size() == 1) {
      return fitting.get(0);
    }
    problems.add(
        Problem.ofValue(
            ROOT.child("baseline"),
            WRONG_VALUE,
            "baseline matches %s. Give the values or the label of exactly one cell."
                .formatted(fitting.isEmpty() ? "no cell" : "cells " + fitting)));
    return 1;
  }

  private static boolean isBaseline(JsonNode wanted, CellValues values, Cell cell) {
    if (!wanted.isObject()) {
      return wanted.asText().equals(cell.label());
    }
    return wanted.properties().stream()
        .allMatch(
            key ->
                Optional.ofNullable(values.values().get(key.getKey()))
                    .map(value -> isSame(value, key.getValue()))
                    .orElseGet(
                        () ->
                            CellValues.text(key.getValue())
                                .equals(cell.values().get(key.getKey()))));
  }

  private static boolean isSame(Value value, JsonNode wanted) {
    return value.node().equals(wanted) || value.text().equals(CellValues.text(wanted));
  }

  /** Reports a place that names the figure of another workload. */
  private void requireUnit(DocumentPath place, String found, String unit) {
    if (!found.equals(unit)) {
      problems.add(
          Problem.ofValue(
              place,
              WRONG_VALUE,
              "%s is in %s, but this workload counts in %s. Write %s."
                  .formatted(place, found, unit, unit)));
    }
  }

  private OptionalDouble maximum(JsonNode root, String unit) {
    if (!root.has("maximum")) {
      return OptionalDouble.empty();
    }
    String maximum = root.get("maximum").asText();
    requireUnit(ROOT.child("maximum"), Units.unit(maximum), unit);
    return OptionalDouble.of(Units.rate(maximum));
  }

  private Optional<Precision> precision(JsonNode root, String unit) {
    JsonNode precision = root.path("precision");
    List<String> units = Stream.of(Units.ETPS, Units.TPS).filter(precision::has).toList();
    if (units.isEmpty()) {
      if (root.has("precision")) {
        problems.add(
            Problem.ofKey(
                ROOT.child("precision"),
                "MISSING_KEY",
                "in precision: '" + unit + "' is missing. Give the percentage, for instance 2%."));
      }
      return Optional.empty();
    }
    units.forEach(found -> requireUnit(ROOT.child("precision").child(found), found, unit));
    String percent = precision.get(units.get(0)).asText();
    int atMost = precision.get("atMost").asInt();
    if (atMost < root.path("repeats").asInt(3)) {
      problems.add(
          Problem.ofValue(
              ROOT.child("precision").child("atMost"),
              WRONG_VALUE,
              "precision.atMost is %d, but every cell has at least %d repeats. Raise it."
                  .formatted(atMost, root.path("repeats").asInt(3))));
    }
    return Optional.of(
        new Precision(Double.parseDouble(percent.substring(0, percent.length() - 1)), atMost));
  }

  private List<Reference> revisits(JsonNode root, String unit) {
    List<Reference> references = new ArrayList<>();
    for (JsonNode one : root.path("revisits")) {
      Optional<String> now = optional(one, "now");
      now.filter(word -> word.equals(Units.ETPS) || word.equals(Units.TPS))
          .ifPresent(
              word ->
                  requireUnit(
                      ROOT.child("revisits").child(references.size()).child("now"), word, unit));
      references.add(
          new Reference(
              one.get("what").asText(),
              one.get("then").asText(),
              one.get("source").asText(),
              optional(one, "note"),
              now.map(Quantity::of)));
    }
    return references;
  }

  private PercentOf percentOf(JsonNode wanted) {
    SortedMap<String, String> series = new TreeMap<>();
    List<String> labels = new ArrayList<>();
    for (int i = 0; wanted.isArray() && i < wanted.size(); i++) {
      String label = wanted.get(i).asText();
      labels.add(label);
      if (given.stream().noneMatch(cell -> cell.label().equals(label))) {
        problems.add(
            Problem.ofValue(
                ROOT.child("percentOf").child(i),
                WRONG_VALUE,
                "percentOf names %s, but no cell has that label. Use a label of 'cells'."
                    .formatted(label)));
      }
    }
    for (var one : wanted.properties()) {
      Optional<String> text =
          given.stream()
              .flatMap(cell -> Optional.ofNullable(cell.values().get(one.getKey())).stream())
              .filter(of -> isSame(of, one.getValue()))
              .map(Value::text)
              .findFirst()
              .or(() -> varied.text(one.getKey(), CellValues.text(one.getValue())));
      text.ifPresentOrElse(
          found -> series.put(one.getKey(), found),
          () ->
              problems.add(
                  Problem.ofValue(
                      ROOT.child("percentOf").child(one.getKey()),
                      WRONG_VALUE,
                      "percentOf.%s is %s, which no cell has. Name a key that varies, with one of its values."
                          .formatted(one.getKey(), CellValues.text(one.getValue())))));
    }
    return new PercentOf(series, labels);
  }

  private static Optional<String> optional(JsonNode node, String key) {
    return Optional.ofNullable(node.get(key)).map(JsonNode::asText);
  }
}
