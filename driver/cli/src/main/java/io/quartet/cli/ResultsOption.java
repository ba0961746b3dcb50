package io.quartet.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where results folders are made. */
final class ResultsOption {

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Folder in which the folder of the run is made. Default: results in the clone.")
  private Path folder;

  Path folder() {
    return folder != null ? folder : Path.of(System.getProperty("quartet.home", "."), "results");
  }
}
