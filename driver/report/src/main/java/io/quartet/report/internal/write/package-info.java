/** How a document is written, as an HTML page and on paper. */
package io.quartet.report.internal.write;
