package io.quartet.results.lab;

import java.util.List;

/**
 * Figures of a trial of changed indexes, on two copies of a database.
 *
 * @param slices of both copies, in the order in which they were run
 * @param plansWithout plans of every statement on the copy without the changes; not executed
 * @param plansWith plans on the copy with them
 */
public record MeasuredTrial(
    List<Slice> slices, CapturedPlans plansWithout, CapturedPlans plansWith) {

  public MeasuredTrial {
    slices = List.copyOf(slices);
  }
}
