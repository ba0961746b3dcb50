/**
 * Machines that {@code quartet up} prepares over SSH: the files for them, the playbooks, their
 * state, and their servers.
 */
package io.quartet.provision.internal.prepared;
