/**
 * Figures of rows as values: {@code report.json}, its schema and the tables of page and print all
 * follow from the columns.
 */
package io.quartet.report.internal.figure;
