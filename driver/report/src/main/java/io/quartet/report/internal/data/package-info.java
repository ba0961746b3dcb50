/** What a report is made of: the run as its folder tells it, and whether it counts. */
package io.quartet.report.internal.data;
