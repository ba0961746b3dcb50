package io.quartet.report.section;

/**
 * The main figure of a run.
 *
 * @param etps the one figure: {@code meanEtps}, or of a ramp that of its best step; null if there
 *     was none
 * @param meanEtps completed Trade-Results of all Groups, Sets and phases by measured second; null
 *     if there was none, which makes the run INVALID
 * @param requestedEtps trades per second that a paced load without a ramp asked for; else null
 * @param openLimitOrders limit orders that still waited for their price at the end of the run, in
 *     all databases; null if they were not counted
 * @param foreignPercent of the processor time that was used or stolen in the measured interval, the
 *     part that neither the kit nor its databases got, on the machine where it is largest; null if
 *     it is not known
 * @param etpsPerProcessor Trade-Results by measured second and processor that the kit and its
 *     databases really got on the machines with VMs; null if not known
 * @param tradeOrders committed inside the measured phases
 * @param tradeResultsPerTradeOrder below 1 while limit orders ramp up
 */
public record Metric(
    Double etps,
    Double meanEtps,
    Double etpsPerLoadUnit,
    long tradeResults,
    long tradeOrders,
    Double tradeResultsPerTradeOrder,
    Double requestedEtps,
    Long openLimitOrders,
    Double foreignPercent,
    Double etpsPerProcessor) {}
