package io.quartet.audit.internal.agreement;

import io.quartet.audit.internal.Judgment;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.VmSet;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Contradictions between two files. Not thread-safe. */
final class Contradictions {

  private final List<Finding> found = new ArrayList<>();
  private String unknown = "";

  /** A row of the bookkeeping: one transaction on one Set in one segment. */
  record Place(String phase, VmSet set, RequestKind kind) {

    /** In place of the phase of an interval that tells none. */
    static final String UNTAGGED = "a phase that is not recorded";

    static final Comparator<Place> ORDER =
        Comparator.comparing(Place::phase)
            .thenComparingInt(place -> place.set().order())
            .thenComparingInt(place -> place.kind().ordinal());

    static Place of(CellRow row) {
      return new Place(row.phase(), row.set(), row.kind());
    }

    static Place of(IntervalRow row) {
      return new Place(row.phase(), row.set(), row.kind());
    }

    boolean isUntagged() {
      return phase.equals(UNTAGGED);
    }

    Finding finding(String text) {
      return Finding.of(Subject.PHASE, phase, phase + " " + set.name() + " " + kind.label() + text)
          .and(Subject.SET, set.name())
          .and(Subject.TRANSACTION, kind.label());
    }
  }

  void add(Finding contradiction) {
    found.add(contradiction);
  }

  /** Something about a file. */
  void add(String file, String text) {
    add(Finding.of(Subject.FILE, file, file + ": " + text));
  }

  /** Something about a VM. */
  void addOfVm(String vm, String text) {
    add(Finding.of(Subject.VM, vm, vm + ": " + text));
  }

  /** Counts of the same thing in {@code phases.csv} and in {@code intervals.csv}. */
  void compare(Place place, String what, long inPhases, long inIntervals) {
    if (inPhases != inIntervals) {
      add(
          place.finding(
              Text.format(
                  ": phases.csv has %s %,d, intervals.csv %,d", what, inPhases, inIntervals)));
    }
  }

  /** Rows of which a file may have one only. */
  <T, K> void requireUnique(String file, List<T> rows, Function<T, K> key) {
    Set<K> seen = new HashSet<>();
    for (T row : rows) {
      K one = key.apply(row);
      if (!seen.add(one)) {
        add(file, "two rows of " + one);
      }
    }
  }

  /**
   * @param why what keeps the files from being compared, if nothing contradicts
   */
  Contradictions unknown(String why) {
    unknown = why;
    return this;
  }

  List<Finding> findings() {
    return List.copyOf(found);
  }

  Judgment judgment() {
    return found.isEmpty() && !unknown.isEmpty()
        ? Judgment.notJudged(unknown)
        : Judgment.of(Text.counted(found.size(), "contradiction"), "none", found);
  }
}
