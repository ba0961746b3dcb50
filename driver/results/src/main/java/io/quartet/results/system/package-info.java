/**
 * The system of a run before the load: VMs, workers, settings, schema, loaded rows. It knows no
 * samples and no time in the run.
 */
package io.quartet.results.system;
