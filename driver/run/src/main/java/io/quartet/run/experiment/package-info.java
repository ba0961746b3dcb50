/** Experiments: the order of their runs, the databases they need, and the runs themselves. */
package io.quartet.run.experiment;
