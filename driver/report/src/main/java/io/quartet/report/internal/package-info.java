/** How a report is put together; nothing here is promised to users. */
package io.quartet.report.internal;
