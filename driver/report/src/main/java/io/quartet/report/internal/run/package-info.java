/**
 * The parts of the report of one run: series of charts, rows of tables, and columns of sections.
 */
package io.quartet.report.internal.run;
