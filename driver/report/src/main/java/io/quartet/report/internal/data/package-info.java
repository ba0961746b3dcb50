/** The data of a report: the run as recorded in its folder, and its verdict. */
package io.quartet.report.internal.data;
