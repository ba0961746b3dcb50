/**
 * The SQL of consistency checks: its files, the memory for it, and the session that executes it.
 */
package io.quartet.run.internal.check;
