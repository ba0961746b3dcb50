/** Samples statistics of all VMs, beside the load and without being in its way. */
package io.quartet.run.internal.collect;
