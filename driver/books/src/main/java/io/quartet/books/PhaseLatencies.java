package io.quartet.books;

import io.quartet.books.internal.CellLatencies;
import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * Adds up the response times of the Sets of each Group. A sum is calculated again only after a new
 * answer, because most segments are over and adding histograms is slow. Thread-safe.
 */
final class PhaseLatencies {

  private static final VmGroup[] GROUPS = VmGroup.values();

  private final Bookkeeper books;
  private final List<Segment> segments;
  private final List<VmSet> sets;
  private final List<RequestKind> kinds;
  private final PhaseLatency[] sums;

  PhaseLatencies(
      Bookkeeper books, List<Segment> segments, List<VmSet> sets, List<RequestKind> kinds) {
    this.books = books;
    this.segments = segments;
    this.sets = sets;
    this.kinds = kinds;
    this.sums = new PhaseLatency[segments.size() * GROUPS.length * kinds.size()];
  }

  synchronized List<PhaseLatency> current() {
    List<PhaseLatency> latencies = new ArrayList<>();
    for (Segment segment : segments) {
      for (VmGroup group : GROUPS) {
        for (RequestKind kind : kinds) {
          PhaseLatency latency = current(segment, group, kind);
          if (latency != null) {
            latencies.add(latency);
          }
        }
      }
    }
    return latencies;
  }

  private PhaseLatency current(Segment segment, VmGroup group, RequestKind kind) {
    int index = (segment.index() * GROUPS.length + group.ordinal()) * kinds.size() + kind.ordinal();
    List<Cell> cells =
        sets.stream()
            .filter(set -> set.group() == group)
            .map(set -> books.cell(segment, set, kind))
            .toList();
    long answers = cells.stream().mapToLong(Cell::answers).sum();
    PhaseLatency last = sums[index];
    if (answers > 0 && (last == null || last.response().getTotalCount() != answers)) {
      Histogram sum = new PackedHistogram(CellLatencies.DIGITS);
      cells.forEach(cell -> cell.addResponseTo(sum));
      sums[index] = new PhaseLatency(segment, group, kind, sum);
    }
    return sums[index];
  }
}
