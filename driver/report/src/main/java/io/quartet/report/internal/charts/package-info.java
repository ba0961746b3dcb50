/** The numbers behind the charts. */
package io.quartet.report.internal.charts;
