/**
 * The doctor: whether this machine and the VMs have what a run needs, and which rules it would
 * break.
 */
package io.quartet.run.doctor;
