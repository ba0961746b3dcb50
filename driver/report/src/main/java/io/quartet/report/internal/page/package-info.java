/** How the report is shown: words, numbers and the HTML page. */
package io.quartet.report.internal.page;
