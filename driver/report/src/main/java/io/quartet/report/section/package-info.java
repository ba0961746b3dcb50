/**
 * Sections of {@link io.quartet.report.Report}: plain records, immutable. A figure that the results
 * folder does not give is null.
 */
package io.quartet.report.section;
