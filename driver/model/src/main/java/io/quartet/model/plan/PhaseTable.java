package io.quartet.model.plan;

import io.quartet.model.VmGroup;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The elasticity table: one row of shares per phase, in order.
 *
 * @param name name for reports, {@code vldb2013}, {@code static} or {@code custom}
 * @param rows one share per phase, at least one
 */
public record PhaseTable(String name, List<LoadShare> rows) {

  /** The ten phases of the 2013 prototype. Source: docs/spec/elasticity.md, "Phase table". */
  public static final PhaseTable VLDB2013 =
      new PhaseTable(
          "vldb2013",
          List.of(
              LoadShare.of(10, 20, 30, 40),
              LoadShare.of(5, 10, 25, 60),
              LoadShare.of(10, 5, 20, 65),
              LoadShare.of(5, 10, 5, 80),
              LoadShare.of(10, 5, 30, 55),
              LoadShare.of(5, 35, 20, 40),
              LoadShare.of(35, 25, 15, 25),
              LoadShare.of(5, 65, 20, 10),
              LoadShare.of(10, 15, 70, 5),
              LoadShare.of(5, 10, 65, 20)));

  /** Ten phases at the average shares: the baseline without elasticity. */
  public static final PhaseTable STATIC =
      new PhaseTable("static", Collections.nCopies(10, LoadShare.AVERAGE));

  public PhaseTable {
    rows = List.copyOf(rows);
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("a phase table needs at least one row");
    }
  }

  /** Groups that get load in some phase, in their order. */
  public List<VmGroup> groups() {
    return Stream.of(VmGroup.values()).filter(group -> peak(group) > 0).toList();
  }

  /** Highest share of a Group over all rows, in percent. */
  public double peak(VmGroup group) {
    return rows.stream().mapToDouble(row -> row.percent(group)).max().orElseThrow();
  }

  /** Mean share of each Group over all rows; 10/20/30/40 for the built-in tables. */
  public LoadShare average() {
    double[] sums = new double[VmGroup.values().length];
    for (LoadShare row : rows) {
      for (VmGroup group : VmGroup.values()) {
        sums[group.ordinal()] += row.percents()[group.ordinal()];
      }
    }
    return new LoadShare(Arrays.stream(sums).map(sum -> sum / rows.size()).toArray());
  }
}
