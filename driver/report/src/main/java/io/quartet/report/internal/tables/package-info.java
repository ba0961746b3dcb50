/** The tables of the report, section by section. */
package io.quartet.report.internal.tables;
