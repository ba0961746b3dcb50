/** Benchmarks of what reads the logs of pgbench, beside which they stand to see it. */
package io.quartet.run.internal.pgbench;
