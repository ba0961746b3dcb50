/**
 * Who offers the load of a run: this process, or several workers that a conductor keeps in step and
 * whose books it merges.
 */
package io.quartet.run.internal.load;
