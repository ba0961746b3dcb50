package io.quartet.config.internal;

import io.quartet.config.internal.CellValues.Value;
import io.quartet.model.experiment.Experiment.VariedKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The keys that differ between the cells of an experiment, with their values. */
public final class VariedKeys {

  /** The value shown for a cell that lacks a key which other cells give. */
  private static final String BY_BASE = "as in the base file";

  private VariedKeys() {}

  /** Every key that a cell gives, in the order of the cells. */
  public static List<VariedKey> of(List<CellValues> cells) {
    Set<String> keys = new LinkedHashSet<>();
    cells.forEach(cell -> keys.addAll(cell.values().keySet()));
    return keys.stream()
        .map(
            key ->
                new VariedKey(
                    key,
                    label(key, keys),
                    cells.stream().map(cell -> text(cell, key)).distinct().toList()))
        .toList();
  }

  /** Text of a key's value in a cell. */
  public static String text(CellValues cell, String key) {
    Value value = cell.values().get(key);
    return value == null ? BY_BASE : value.text();
  }

  /** The shortest end of a key that no other key has. */
  private static String label(String key, Set<String> keys) {
    List<String> parts = KeyPaths.of(key).parts();
    for (int from = parts.size() - 1; from > 0; from--) {
      String end = String.join(".", parts.subList(from, parts.size()));
      if (keys.stream().filter(other -> other.endsWith("." + end) || other.equals(end)).count()
          == 1) {
        return end;
      }
    }
    return key;
  }

  /** Each varied key of a cell with its value, for instance {@code users 8, tradeDays 20}. */
  public static String describe(CellValues cell, List<VariedKey> keys) {
    return String.join(
        ", ",
        keys.stream()
            .filter(key -> cell.values().containsKey(key.key()))
            .map(key -> key.label() + " " + text(cell, key.key()))
            .toList());
  }
}
