package io.quartet.report.section;

import io.quartet.results.events.RunEvent.CacheWarmed;
import io.quartet.results.events.RunEvent.CachesCleared;
import io.quartet.results.events.RunEvent.QuietStart;
import java.util.List;

/**
 * What was done right before the first request.
 *
 * @param cleared caches that were cleared; null if none were
 * @param warmed caches that were warmed, by database
 * @param quiet checkpoint and wait; null in folders of kits that did not wait, and without
 *     databases
 */
public record Start(CachesCleared cleared, List<CacheWarmed> warmed, QuietStart quiet) {}
