package io.quartet.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --results}: parent of all results folders. */
public final class ResultsOption {

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "Folder that holds a results folder for each run. Default: results in the clone.")
  private Path folder;

  public Path folder() {
    return folder != null ? folder : Path.of(System.getProperty("quartet.home", "."), "results");
  }
}
