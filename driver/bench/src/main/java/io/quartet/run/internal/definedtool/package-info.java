/** Benchmarks of what reads the output of defined tools, beside which they stand to see it. */
package io.quartet.run.internal.definedtool;
