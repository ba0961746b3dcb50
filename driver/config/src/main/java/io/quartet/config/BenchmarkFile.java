package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.internal.Interpolation;
import io.quartet.config.internal.Schema;
import io.quartet.config.internal.SchemaCheck;
import io.quartet.config.internal.SoundParts;
import io.quartet.config.internal.YamlDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Reads benchmark files. Everything wrong with a file is reported at once, one line per problem:
 * {@code run.yaml:41:7: what is wrong. What to do.}
 */
public final class BenchmarkFile {

  /** Names of the examples, the simplest first. */
  public static final List<String> EXAMPLES =
      List.of("laptop", "demo", "pgbench", "official", "hosts", "machines");

  /** Name of the example of an experiment. */
  public static final String EXPERIMENT = "experiment";

  /** Name of the example of an index profile, a folder. */
  public static final String PROFILE = "profile";

  /** Names of all examples. */
  public static final List<String> ALL_EXAMPLES =
      Stream.concat(EXAMPLES.stream(), Stream.of(EXPERIMENT, PROFILE)).toList();

  static final String OTHER_KIND = "OTHER_KIND_OF_FILE";

  private BenchmarkFile() {}

  /**
   * Reads a file for this machine, with the environment of this process.
   *
   * @throws QuartetException of kind BAD_INPUT: FILE_NOT_FOUND, YAML_SYNTAX, DUPLICATE_KEY,
   *     ENV_UNSET, OTHER_KIND_OF_FILE, UNKNOWN_KEY, MISSING_KEY, WRONG_VALUE, PHASE_SHARES,
   *     PHASE_FILE
   */
  public static RunPlan load(Path file) {
    return load(file, System::getenv);
  }

  /**
   * Reads a file.
   *
   * @param environment value of a variable, or null if it is not set
   * @throws QuartetException as {@link #load(Path)}
   */
  public static RunPlan load(Path file, UnaryOperator<String> environment) {
    Path folder = file.toAbsolutePath().getParent();
    return parse(file.toString(), text(file), folder, environment);
  }

  /**
   * The error that reports problems of a file that only the machine could find, with the place of
   * each.
   *
   * @param problems at least one; kind and code are those of the first
   */
  public static QuartetException error(Path file, List<Problem> problems) {
    return document(file).error(problems);
  }

  /** Each of these problems in a line with its place, in the order of the places. */
  public static Map<Problem, String> lines(Path file, List<Problem> problems) {
    return document(file).lines(problems);
  }

  /**
   * A line for each key of a readable file that is an old spelling, with its place and with what
   * replaces it.
   */
  public static List<String> oldSpellings(Path file) {
    YamlDocument document = document(file);
    return List.copyOf(document.lines(Schema.benchmark().oldSpellings(document.root())).values());
  }

  private static YamlDocument document(Path file) {
    return YamlDocument.parse(file.toString(), text(file), new Interpolation(System::getenv));
  }

  private static String text(Path file) {
    try {
      return TextFile.read(file);
    } catch (TextFile.UnusableException e) {
      throw QuartetException.badInput(
          "FILE_NOT_FOUND",
          "%s: the benchmark file cannot be read: %s. Name another; 'quartet init' writes one."
              .formatted(e.place(), e.getMessage()),
          e);
    }
  }

  /**
   * The plan of an example, with the environment of this process.
   *
   * @throws QuartetException UNKNOWN_EXAMPLE if there is no such example
   */
  public static RunPlan loadExample(String name) {
    return parse(name + ".yaml", example(name), Path.of(""), System::getenv);
  }

  /**
   * The commented text of an example, for {@code init}. Of an index profile, that of its {@code
   * profile.yaml}.
   *
   * @throws QuartetException UNKNOWN_EXAMPLE if there is no such example
   */
  public static String example(String name) {
    if (!ALL_EXAMPLES.contains(name)) {
      String hint =
          Suggestions.nearest(name, ALL_EXAMPLES)
              .map(near -> " Did you mean '" + near + "'?")
              .orElse("");
      throw QuartetException.badInput(
          "UNKNOWN_EXAMPLE",
          "--example: there is no example '%s'. Choose one of %s.%s"
              .formatted(name, String.join(", ", ALL_EXAMPLES), hint));
    }
    return resource("examples/" + (name.equals(PROFILE) ? "profile/profile" : name) + ".yaml");
  }

  /** The index in the example of an index profile, by the name of its file. */
  public static Map.Entry<String, String> exampleIndex() {
    String file = "trade_by_price.sql";
    return Map.entry(file, resource("examples/profile/" + file));
  }

  /** The JSON Schema of the file, for editors. */
  public static String schema() {
    return resource("benchmark.schema.json");
  }

  static RunPlan parse(
      String fileName, String text, Path folder, UnaryOperator<String> environment) {
    return parse(fileName, text, folder, environment, Machine.detect());
  }

  static RunPlan parse(
      String fileName,
      String text,
      Path folder,
      UnaryOperator<String> environment,
      Machine machine) {
    YamlDocument document = YamlDocument.parse(fileName, text, new Interpolation(environment));
    JsonNode root = document.root();
    if (root.has("base") && (root.has("vary") || root.has("cells"))) {
      throw QuartetException.badInput(
          OTHER_KIND,
          fileName
              + ": this is the file of an experiment. Run it with quartet experiment, or name a"
              + " benchmark file.");
    }
    List<Problem> ofSchema =
        SchemaCheck.BENCHMARK.problems(root).stream().filter(document::isOfItsOwn).toList();
    if (!document.isWhole()) {
      List<Problem> known = new ArrayList<>(document.problems());
      known.addAll(ofSchema);
      throw document.error(known);
    }
    SoundParts sound = new SoundParts(root);
    sound.leaveOut(document.broken());
    PlanReading reading = PlanReading.of(root, ofSchema, sound, folder, machine);
    List<Problem> problems = new ArrayList<>(document.problems());
    problems.addAll(reading.problems());
    if (problems.isEmpty() && reading.fileError().isEmpty()) {
      return reading.plan().orElseThrow();
    }
    throw error(document, problems, reading.fileError());
  }

  private static QuartetException error(
      YamlDocument document, List<Problem> problems, Optional<QuartetException> ofFile) {
    if (ofFile.isEmpty()) {
      return document.error(problems);
    }
    QuartetException other = ofFile.get();
    if (problems.isEmpty()) {
      return other;
    }
    QuartetException error = document.error(problems);
    return new QuartetException(
        error.kind(), error.code(), error.getMessage() + "\n" + other.getMessage(), other);
  }

  private static String resource(String name) {
    try (InputStream in = BenchmarkFile.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is missing from the program", e);
    }
  }
}
