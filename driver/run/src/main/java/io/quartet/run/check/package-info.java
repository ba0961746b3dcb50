/** Consistency checks: which of them run, when, and with which results. */
package io.quartet.run.check;
