/**
 * Turns a results folder into {@code report.json}, {@code report.html}, {@code report.pdf} and
 * {@code disclosure.pdf}.
 *
 * <p>{@link io.quartet.report.ReportWriter} is the entry point. The folder is the only input, so a
 * report can be made again later, on another machine, without a network. A run that was aborted or
 * killed gives a report marked INVALID.
 */
package io.quartet.report;
