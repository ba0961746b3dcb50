/**
 * The mathematics of comparing: figures of a run, resampling, intervals of differences, many rows.
 */
package io.quartet.report.internal.statistics;
