/** How the report is shown: its HTML page and the pictures in it. */
package io.quartet.report.internal.page;
