/** How numbers, sizes and verdicts are written. */
package io.quartet.report.internal.format;
