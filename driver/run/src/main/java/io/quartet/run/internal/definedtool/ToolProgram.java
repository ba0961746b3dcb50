package io.quartet.run.internal.definedtool;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.ProgramVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The program of a defined tool.
 *
 * @param file absolute name
 * @param version what its command for that prints, the last line with a digit; empty if unknown
 */
public record ToolProgram(String file, String version) {

  /**
   * Finds it.
   *
   * @throws QuartetException TOOL_NOT_FOUND
   */
  public static Path find(ToolDefinition definition) {
    String name = definition.program();
    Optional<Path> file =
        name.contains("/")
            ? Optional.of(Path.of(name)).filter(ToolProgram::isProgram)
            : Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(ToolProgram::isProgram)
                .findFirst();
    return file.orElseThrow(
        () ->
            QuartetException.environment(
                "TOOL_NOT_FOUND",
                "the program %s of the tool %s %s. %s, or name its file in workload.program."
                    .formatted(
                        name,
                        definition.name(),
                        name.contains("/")
                            ? "is no file that can be executed"
                            : "is in no folder of the PATH",
                        definition.install().isEmpty()
                            ? "Install it"
                            : "Install it with: " + String.join(" ", definition.install()))));
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  /**
   * The program and its version.
   *
   * @throws QuartetException TOOL_NOT_FOUND
   */
  public static ToolProgram of(DefinedTool tool, ToolPlace place) {
    Path file = find(tool.definition());
    boolean tells = !tool.definition().command(Command.VERSION).isEmpty();
    return new ToolProgram(
        file.toString(), tells ? version(new CommandWords(tool, place).of(Command.VERSION)) : "");
  }

  private static String version(List<String> command) {
    return ProgramVersion.said(command)
        .lines()
        .filter(line -> line.matches(".*[0-9].*"))
        .reduce((one, last) -> last)
        .map(String::strip)
        .orElse("");
  }

  /** Version and place, for facts of a run. */
  public String describe() {
    return (version.isEmpty() ? "" : version + " in ") + file;
  }
}
