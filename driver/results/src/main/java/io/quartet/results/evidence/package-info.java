/**
 * What trials and the databases prove about a run: durability, ACID, acknowledged trades, inputs.
 * It holds what was found; the audit judges it.
 */
package io.quartet.results.evidence;
