package io.quartet.cli.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --output}: folder for the files of a command. */
public final class OutputOption {

  @Option(
      names = "--output",
      required = true,
      paramLabel = "FOLDER",
      description = "Folder to write to.")
  private Path folder;

  public Path folder() {
    return folder;
  }
}
