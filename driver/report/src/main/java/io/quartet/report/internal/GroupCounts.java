package io.quartet.report.internal;

import io.quartet.model.VmGroup;
import java.util.EnumMap;
import java.util.Map;

/** One count per Group. Not thread-safe. */
final class GroupCounts {

  private final Map<VmGroup, Long> counts = new EnumMap<>(VmGroup.class);

  void add(VmGroup group, long count) {
    counts.merge(group, count, Long::sum);
  }

  void addAll(GroupCounts other) {
    other.counts.forEach(this::add);
  }

  long of(VmGroup group) {
    return counts.getOrDefault(group, 0L);
  }

  long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
