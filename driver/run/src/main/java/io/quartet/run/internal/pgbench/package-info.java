/** Runs pgbench: finds the program, fills databases, and books what its logs tell. */
package io.quartet.run.internal.pgbench;
