package io.quartet.report.section;

/**
 * Sums and counts that the headline and the executive summary show.
 *
 * @param phases measured phases that have begun
 * @param deviations from an official run
 * @param hostProcessors of the driver's machine; null if it was not recorded
 * @param hostMemoryBytes as {@code hostProcessors}
 * @param processorLimits hard limits of the VMs, in processors; null if none has one
 * @param memoryLimits the same in bytes
 * @param tableBytes of all databases at the end of the measured interval; null unless all were
 *     sampled
 * @param indexBytes as {@code tableBytes}
 * @param checkpointsTimed of all databases in the measured phases; null unless all were counted
 * @param checkpointsRequested as {@code checkpointsTimed}
 */
public record Totals(
    int phases,
    int deviations,
    Double hostProcessors,
    Long hostMemoryBytes,
    Limits processorLimits,
    Limits memoryLimits,
    Long tableBytes,
    Long indexBytes,
    Double checkpointsTimed,
    Double checkpointsRequested,
    CheckCounts checks) {

  /**
   * Hard limits of the VMs.
   *
   * @param sum of all limits
   * @param limitedVms VMs that have one
   * @param timesOfHost the sum by what the driver's machine has; null if some VM has no limit, or
   *     that is not known
   */
  public record Limits(double sum, int limitedVms, int vms, Double timesOfHost) {}

  /** Results of the kit's own checks. */
  public record CheckCounts(int all, int passed, int failed, int notJudged) {}
}
