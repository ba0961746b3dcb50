package io.quartet.model.plan;

import io.quartet.model.VmSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The part of a run's load that one of several driver processes offers. It has whole Sets, and
 * their portion of the users, the places in the backlog and the requests of a schedule. The parts
 * of a plan are disjoint, and together they are the plan.
 *
 * @param index position of the process, from 0
 * @param count processes, 1 to the Sets per Group
 */
public record LoadPart(int index, int count) {

  /** Everything, in one process. */
  public static final LoadPart WHOLE = new LoadPart(0, 1);

  public LoadPart {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException("part " + index + " of " + count + " does not exist");
    }
  }

  /** The Sets of the part, Group by Group. */
  public List<VmSet> sets(RunPlan plan) {
    return plan.sets().stream().filter(set -> (set.number() - 1) % count == index).toList();
  }

  /**
   * True if an item belongs to this part. Items are assigned to the Sets of a Group in turn, so all
   * Sets get the same number. More items do not change earlier assignments.
   *
   * @param number position of the item in the whole run, from 0
   */
  public boolean takes(long number, RunPlan plan) {
    return number % plan.setsPerGroup() % count == index;
  }

  /** How many of the first {@code total} things fall to this part. */
  public int share(int total, RunPlan plan) {
    return (int) IntStream.range(0, total).filter(number -> takes(number, plan)).count();
  }
}
