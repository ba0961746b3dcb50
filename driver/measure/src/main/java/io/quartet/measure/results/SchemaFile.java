package io.quartet.measure.results;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;

/**
 * {@code schema/<vm>.txt}: what a database held before the run, a line per parameter of its load,
 * column, constraint, index and function.
 */
public final class SchemaFile {

  /** Folder in the results folder. */
  public static final String FOLDER = "schema";

  private SchemaFile() {}

  private static String name(String vm) {
    return FOLDER + "/" + vm + ".txt";
  }

  /** Replaces the file of one VM. */
  public static void write(ResultsFolder folder, String vm, List<String> lines) {
    folder.replace(name(vm), String.join("\n", lines) + "\n");
  }

  /** The lines; empty if there is no such file. */
  public static List<String> read(ResultsFolder folder, String vm) {
    if (!folder.has(name(vm))) {
      return List.of();
    }
    try {
      return Files.readAllLines(folder.file(name(vm)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ResultsFolder.unreadable(folder.file(name(vm)), "cannot be read (" + e + ")", e);
    }
  }
}
