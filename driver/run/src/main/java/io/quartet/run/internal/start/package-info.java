/** The last steps before the first request of a run: its caches and a quiet start. */
package io.quartet.run.internal.start;
