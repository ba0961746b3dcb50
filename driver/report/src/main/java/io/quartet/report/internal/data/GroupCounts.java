package io.quartet.report.internal.data;

import io.quartet.model.VmGroup;
import java.util.EnumMap;
import java.util.Map;

/** One count per Group. Not thread-safe. */
public final class GroupCounts {

  private final Map<VmGroup, Long> counts = new EnumMap<>(VmGroup.class);

  public void add(VmGroup group, long count) {
    counts.merge(group, count, Long::sum);
  }

  public void addAll(GroupCounts other) {
    other.counts.forEach(this::add);
  }

  public long of(VmGroup group) {
    return counts.getOrDefault(group, 0L);
  }

  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
