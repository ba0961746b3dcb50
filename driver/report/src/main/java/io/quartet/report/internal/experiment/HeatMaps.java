package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentReport.HeatMap;
import java.util.ArrayList;
import java.util.List;

/** Sets two varied keys against each other. */
final class HeatMaps {

  private HeatMaps() {}

  /** Null unless exactly two keys vary; the key with fewer values gives the columns. */
  static HeatMap of(List<VariedKey> varied, List<ExperimentCell> cells) {
    if (varied.size() != 2) {
      return null;
    }
    boolean isFirstLonger = varied.get(0).values().size() > varied.get(1).values().size();
    VariedKey row = varied.get(isFirstLonger ? 0 : 1);
    VariedKey column = varied.get(isFirstLonger ? 1 : 0);
    List<List<Integer>> rows = new ArrayList<>();
    for (String down : row.values()) {
      List<Integer> numbers = new ArrayList<>();
      for (String across : column.values()) {
        numbers.add(
            cells.stream()
                .filter(cell -> down.equals(cell.values().get(row.key())))
                .filter(cell -> across.equals(cell.values().get(column.key())))
                .map(ExperimentCell::number)
                .findFirst()
                .orElse(null));
      }
      rows.add(numbers);
    }
    return new HeatMap(row.key(), column.key(), rows);
  }
}
