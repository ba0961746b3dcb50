/** How advice is made: evidence of a run, nodes of plans, their conditions, what follows. */
package io.quartet.report.internal.advise;
