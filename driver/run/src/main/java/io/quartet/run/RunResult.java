package io.quartet.run;

import io.quartet.results.Verdict;
import java.nio.file.Path;

/**
 * A run that came to its end, or was stopped.
 *
 * @param verdict what the rules say; also in {@code audit.json}
 */
public record RunResult(Path folder, Verdict verdict) {}
