/**
 * Parts that stages and trials share: stage times, injected faults, clocks of the VMs, and the
 * state of loaded databases.
 */
package io.quartet.run.internal;
