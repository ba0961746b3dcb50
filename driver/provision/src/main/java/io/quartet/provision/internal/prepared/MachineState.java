package io.quartet.provision.internal.prepared;

import io.quartet.model.size.Machine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code scripts/machines/journal look} reports of a machine.
 *
 * @param system name and version of its system, for instance {@code debian 12}
 * @param architecture as {@code uname -m} has it
 * @param machine its processors and memory
 * @param wanted checksum of what was asked for when it was last prepared; empty if it was not
 * @param differences files, services and settings that are no longer as they were then
 * @param isStopped true if it was prepared and then stopped
 * @param lacks programs that preparing it needs
 */
record MachineState(
    String system,
    String architecture,
    Machine machine,
    String wanted,
    List<String> differences,
    boolean isStopped,
    List<String> lacks) {

  MachineState {
    differences = List.copyOf(differences);
    lacks = List.copyOf(lacks);
  }

  /** Reads lines of a word and a text. */
  static MachineState parse(String output) {
    Map<String, List<String>> lines = new HashMap<>();
    for (String line : output.lines().toList()) {
      String[] parts = line.split(" ", 2);
      if (parts.length == 2) {
        lines.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1].strip());
      }
    }
    return new MachineState(
        first(lines, "system", ""),
        first(lines, "architecture", ""),
        new Machine(
            Integer.parseInt(first(lines, "processors", "1")),
            Long.parseLong(first(lines, "memory", "0"))),
        first(lines, "wanted", ""),
        lines.getOrDefault("differs", List.of()),
        lines.containsKey("stopped"),
        lines.getOrDefault("lacks", List.of()));
  }

  private static String first(Map<String, List<String>> lines, String word, String otherwise) {
    return lines.getOrDefault(word, List.of(otherwise)).get(0);
  }

  /** True if nothing has to be done for what is wanted. */
  boolean isAs(String wantedNow) {
    return wanted.equals(wantedNow) && differences.isEmpty();
  }
}
