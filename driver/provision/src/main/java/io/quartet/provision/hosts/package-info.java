/**
 * Machines that exist already, reached through their addresses: the provider, its checks, and the
 * locks of their servers. It changes nothing but the content of databases on machines that an
 * administrator has prepared. Machines that Quartet prepares are in {@code internal.prepared},
 * which knows nothing of this package.
 */
package io.quartet.provision.hosts;
