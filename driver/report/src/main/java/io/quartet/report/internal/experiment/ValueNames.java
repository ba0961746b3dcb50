package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.VariedKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of values that are too long for a sentence: the labels of their cells. */
final class ValueNames {

  private ValueNames() {}

  /** The keys of an experiment, with a name for each long value of a cell that has a label. */
  static List<VariedKey> of(Experiment experiment) {
    List<Cell> labelled =
        experiment.cells().stream().filter(cell -> isLabelled(experiment, cell)).toList();
    return experiment.varied().stream()
        .map(key -> new VariedKey(key.key(), key.label(), key.values(), names(key, labelled)))
        .toList();
  }

  /** True if the author named the cell; otherwise its label consists of its values. */
  static boolean isLabelled(Experiment experiment, Cell cell) {
    String rest = cell.label();
    for (VariedKey key : experiment.varied()) {
      String value = key.label() + " " + cell.values().get(key.key());
      if (rest.equals(value)) {
        return false;
      }
      rest = rest.startsWith(value + ", ") ? rest.substring(value.length() + 2) : rest;
    }
    return !rest.isEmpty();
  }

  private static Map<String, String> names(VariedKey key, List<Cell> labelled) {
    Map<String, String> names = new HashMap<>();
    for (String value : key.values()) {
      List<String> labels =
          labelled.stream()
              .filter(cell -> value.equals(cell.values().get(key.key())))
              .map(Cell::label)
              .toList();
      if (!labels.isEmpty() && KeyWords.isLong(key, value)) {
        names.put(value, labels.size() == 1 ? labels.get(0) : "as in " + labels.get(0));
      }
    }
    return names;
  }
}
