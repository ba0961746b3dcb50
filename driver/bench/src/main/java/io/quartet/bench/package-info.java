/** Benchmarks of the driver and trials of its statistics. */
package io.quartet.bench;
