package io.quartet.cli.option;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Files that a verb writes where the user says. */
public final class OutputFiles {

  private OutputFiles() {}

  /** FILE_NOT_WRITABLE: a file, or a folder, that could not be created. */
  public static QuartetException notWritable(Path file, IOException cause) {
    String why =
        cause instanceof NoSuchFileException
            ? "the folder " + file.toAbsolutePath().getParent() + " does not exist"
            : cause.toString();
    return QuartetException.badInput(
        "FILE_NOT_WRITABLE",
        "%s cannot be written (%s). Name a file in a folder that you can write to."
            .formatted(file, why),
        cause);
  }
}
