/** Progress of a run and of a load, and the listeners that callers pass to follow it. */
package io.quartet.run.progress;
