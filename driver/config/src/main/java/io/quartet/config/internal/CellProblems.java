package io.quartet.config.internal;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Problems of the plans of an experiment, each with its place in the file that it comes from: the
 * experiment's where that gives the value, otherwise the benchmark file. What is wrong in the same
 * place of several cells is told once, with the first of them. Not thread-safe.
 */
public final class CellProblems {

  private final YamlDocument experiment;
  private final YamlDocument base;
  private final Map<List<Object>, Problem> ofExperiment = new LinkedHashMap<>();
  private final Map<List<Object>, Problem> ofBase = new LinkedHashMap<>();

  public CellProblems(YamlDocument experiment, YamlDocument base) {
    this.experiment = experiment;
    this.base = base;
  }

  /**
   * Takes a problem of the plan of a cell.
   *
   * @param cell names the cell in the message, for instance {@code cell 3 (users 8)}
   */
  public void add(String cell, CellValues values, Problem problem) {
    DocumentPath place = problem.path();
    Map<List<Object>, Problem> problems = ofBase;
    for (Map.Entry<String, CellValues.Value> value : values.values().entrySet()) {
      DocumentPath given = KeyPaths.of(value.getKey());
      if (problem.path().startsWith(given)
          || (given.startsWith(problem.path()) && !isInBase(problem.path()))) {
        place = value.getValue().place();
        problems = ofExperiment;
      }
    }
    problems.putIfAbsent(
        List.of(place, problem.text()),
        new Problem(
            place,
            problem.isAboutKey(),
            problem.kind(),
            problem.code(),
            "%s: %s".formatted(cell, problem.text())));
  }

  private boolean isInBase(DocumentPath path) {
    return !base.root().at("/" + String.join("/", path.parts())).isMissingNode();
  }

  public boolean isEmpty() {
    return ofExperiment.isEmpty() && ofBase.isEmpty();
  }

  /** The error that reports all of them; its code is that of the first. */
  public QuartetException error() {
    List<QuartetException> errors = new ArrayList<>();
    Stream.of(Map.entry(experiment, ofExperiment), Map.entry(base, ofBase))
        .filter(problems -> !problems.getValue().isEmpty())
        .forEach(
            problems ->
                errors.add(problems.getKey().error(List.copyOf(problems.getValue().values()))));
    QuartetException first = errors.get(0);
    return errors.size() == 1
        ? first
        : new QuartetException(
            first.kind(),
            first.code(),
            first.getMessage() + "\n" + errors.get(1).getMessage(),
            errors.get(1));
  }
}
