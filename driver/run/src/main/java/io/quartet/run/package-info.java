/**
 * Conducts a benchmark: provisions, loads, checks, runs and collects. Nothing here prints; callers
 * pass listeners.
 */
package io.quartet.run;
