/** Sizes of machines, VMs and PostgreSQL servers. */
package io.quartet.model.size;
