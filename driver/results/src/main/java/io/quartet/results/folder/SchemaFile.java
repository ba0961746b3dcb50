package io.quartet.results.folder;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

  /** The lines; empty if there is no such file. */
  public static List<String> read(ResultsFolder folder, String vm) {
    return folder.has(name(vm)) ? folder.text(name(vm)).lines().toList() : List.of();
  }

  /**
   * How the database of a VM differs from that of another, a sentence for each line that only one
   * of them has; empty if they are alike.
   *
   * @param model the VM that it should be like
   */
  public static List<String> differences(ResultsFolder folder, String model, String vm) {
    Set<String> wanted = new LinkedHashSet<>(read(folder, model));
    Set<String> found = new LinkedHashSet<>(read(folder, vm));
    List<String> differences = new ArrayList<>();
    found.stream()
        .filter(line -> !wanted.contains(line))
        .forEach(line -> differences.add(vm + " has, unlike " + model + ": " + line));
    wanted.stream()
        .filter(line -> !found.contains(line))
        .forEach(line -> differences.add(vm + " lacks, unlike " + model + ": " + line));
    return differences;
  }
}
