/**
 * Compares runs by their results folders, with the uncertainty of each difference, and lists them.
 *
 * <p>{@link io.quartet.report.compare.Comparisons} and {@link io.quartet.report.compare.RunHistory}
 * are the entry points. Like the report, both read results folders and nothing else.
 */
package io.quartet.report.compare;
