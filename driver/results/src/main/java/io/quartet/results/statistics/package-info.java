/**
 * The samples of {@code stats/}: the one place where they are read and put together, for the rules
 * of the audit and for the tables of the report.
 *
 * <ul>
 *   <li>The measured interval is {@link io.quartet.results.statistics.Span#interval}: from the
 *       begin of the first phase to the end of the last. A value is known for it if there are
 *       samples near both ends ({@link io.quartet.results.statistics.Samples}).
 *   <li>Between two samples a value is linear, and growth is what it has risen by ({@link
 *       io.quartet.results.statistics.TimeSeries}).
 *   <li>A counter began anew where it fell below half of its last value ({@code CounterSeries}).
 *       Other values may shrink.
 *   <li>A rate holds since the previous sample; that of a file's first sample holds for no time. In
 *       a phase, it counts for the part of its time that lies in the phase. In the interval, by
 *       which runs are judged, it counts only if all of its time lies there.
 *   <li>Rates are known for a stretch of time if they cover nine tenths of it ({@link
 *       io.quartet.results.statistics.Rates}).
 *   <li>Gaps are the longest times without a sample, the ends of the interval being samples too
 *       ({@link io.quartet.results.statistics.Span#longestGapMillis}).
 * </ul>
 */
package io.quartet.results.statistics;
