/**
 * The results folder of one run: the only code that reads or writes it. It knows plans and books,
 * and no rule: what a figure means is for the audit, how it is shown for the report.
 */
package io.quartet.results;
