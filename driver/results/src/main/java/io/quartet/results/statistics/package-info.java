/** Statistics of the VMs, cut by the phases of a run. */
package io.quartet.results.statistics;
