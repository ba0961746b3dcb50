/** Where the VMs of a run come from. Everything past this package sees only addresses. */
package io.quartet.provision;
