/** Columns of the sections of the report, and the views of them that page and print show. */
package io.quartet.report.internal.sections;
