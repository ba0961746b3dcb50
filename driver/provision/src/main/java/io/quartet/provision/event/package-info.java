/** Events of a plan: what is done on purpose to VMs and machines, and how it is taken back. */
package io.quartet.provision.event;
