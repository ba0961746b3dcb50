/**
 * Evidence about a run from trials and the databases: durability, ACID, acknowledged trades,
 * inputs. It holds what was found; the audit judges it.
 */
package io.quartet.results.evidence;
