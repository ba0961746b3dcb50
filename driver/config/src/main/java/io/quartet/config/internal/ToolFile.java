package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.plan.ToolDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The definition of a load tool, {@code tool.yaml} in a folder of its own. */
public final class ToolFile {

  /** Name in the folder of a definition. */
  public static final String NAME = "tool.yaml";

  private final JsonNode root;
  private final Path folder;
  private final Function<List<Problem>, QuartetException> error;

  private ToolFile(JsonNode root, Path folder, Function<List<Problem>, QuartetException> error) {
    this.root = root;
    this.folder = folder;
    this.error = error;
  }

  /**
   * Reads a definition. The environment has no say in it.
   *
   * @param folder of the definition
   * @throws QuartetException of kind BAD_INPUT: FILE_NOT_FOUND, YAML_SYNTAX, DUPLICATE_KEY,
   *     UNKNOWN_KEY, MISSING_KEY, WRONG_VALUE
   */
  public static ToolFile read(Path folder) {
    Path file = folder.resolve(NAME);
    YamlDocument document =
        YamlDocument.parse(
            file.toString(), text(file), new Interpolation(name -> "${" + name + "}"));
    List<Problem> problems = new ArrayList<>(document.problems());
    SchemaCheck.TOOL.problems(document.root()).stream()
        .filter(document::isOfItsOwn)
        .forEach(problems::add);
    if (!problems.isEmpty()) {
      throw document.error(problems);
    }
    return new ToolFile(document.root(), folder.toAbsolutePath().normalize(), document::error);
  }

  /**
   * The definition in a plan.
   *
   * @throws QuartetException WRONG_VALUE if it does not fit
   */
  public static ToolFile of(JsonNode definition) {
    List<Problem> problems = SchemaCheck.TOOL.problems(definition);
    if (!problems.isEmpty()) {
      throw ofPlan(problems);
    }
    return new ToolFile(
        definition, Path.of(definition.path("folder").asText("/")), ToolFile::ofPlan);
  }

  private static QuartetException ofPlan(List<Problem> problems) {
    return QuartetException.badInput(
        problems.get(0).code(), "workload.definition: " + problems.get(0).text());
  }

  private static String text(Path file) {
    try {
      return TextFile.read(file);
    } catch (TextFile.UnusableException e) {
      throw QuartetException.badInput(
          "FILE_NOT_FOUND",
          ("%s: the definition of a tool cannot be read: %s. Name its folder in"
                  + " workload.definition; examples/tools/ has some.")
              .formatted(e.place(), e.getMessage()),
          e);
    }
  }

  /** Names of its settings. */
  public List<String> settings() {
    List<String> names = new ArrayList<>();
    root.path(ToolReader.SETTINGS).fieldNames().forEachRemaining(names::add);
    return names;
  }

  /**
   * The definition itself.
   *
   * @param program in place of its own; empty to keep that
   * @param settings in place of its own; those of no setting have no effect
   * @throws QuartetException WRONG_VALUE for what its schema cannot judge
   */
  public ToolDefinition definition(Optional<String> program, JsonNode settings) {
    ObjectNode complete = root.deepCopy();
    Schema.tool().fillDefaults(complete);
    ToolReader reader = new ToolReader(complete, folder);
    ToolDefinition definition = reader.read(program, settings);
    if (!reader.problems().isEmpty()) {
      throw error.apply(reader.problems());
    }
    return definition;
  }

  /** A definition with every default filled in, for a plan. */
  public static ObjectNode write(ToolDefinition definition) {
    return ToolWriter.write(definition);
  }
}
