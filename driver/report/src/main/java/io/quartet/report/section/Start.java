package io.quartet.report.section;

import io.quartet.results.events.RunEvent.QuietStart;

/**
 * What was done right before the first request.
 *
 * @param quiet checkpoint and wait; null in folders of kits that did not wait, and without
 *     databases
 */
public record Start(QuietStart quiet) {}
