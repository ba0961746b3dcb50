package io.quartet.cli.option;

import io.quartet.model.Text;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --results}: parent of all results folders. */
public final class ResultsOption {

  private static final String NAME = "results";

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "Folder that holds a results folder for each run. Default: the folder that the variable"
              + " QUARTET_RESULTS names, otherwise results in the working folder.")
  private Path given;

  /** The folder that was given, or its default. */
  public Path folder() {
    return given == null ? standard() : given;
  }

  /** The default folder. */
  static Path standard() {
    String variable = System.getenv("QUARTET_RESULTS");
    return Path.of(variable == null || variable.isBlank() ? NAME : variable);
  }

  /** Names the folder of earlier builds if only that one has results. */
  public void hint(PrintWriter err) {
    Path clone = Path.of(System.getProperty("quartet.home", ""), NAME);
    if (given == null && !Files.exists(folder()) && Files.isDirectory(clone)) {
      err.print(
          Text.line("Earlier builds wrote to %s. To use it, give --results %s%n", clone, clone));
      err.flush();
    }
  }
}
