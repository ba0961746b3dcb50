/** {@code report.pdf}: the sections of the page on paper. */
package io.quartet.report.internal.print;
