package io.quartet.results.folder;

import java.util.List;

/**
 * {@code schema/<vm>.txt}: what a database held before the run, a line per parameter of its load,
 * column, constraint, index and function.
 */
public final class SchemaFile {

  /** Folder in the results folder. */
  static final String FOLDER = "schema";

  private SchemaFile() {}

  /** Name of the file of one VM in the results folder. */
  public static String name(String vm) {
    return FOLDER + "/" + vm + ".txt";
  }

  /** Replaces the file of one VM. */
  public static void write(ResultsFolder folder, String vm, List<String> lines) {
    folder.replace(name(vm), String.join("\n", lines) + "\n");
  }

  /** The lines. */
  public static List<String> read(ResultsFolder folder, String vm) {
    return folder.text(name(vm)).lines().toList();
  }
}
