package io.quartet.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command writes files to. */
final class OutputOption {

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FOLDER",
      description = "Folder to write to.")
  private Path folder;

  Path folder() {
    return folder;
  }
}
