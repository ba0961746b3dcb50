/**
 * Advice from the records of a run about its indexes: what each earns and costs, which index would
 * serve its transactions, and which statement changed its plan. {@link
 * io.quartet.report.advise.AdviceWriter} is the entry point.
 */
package io.quartet.report.advise;
