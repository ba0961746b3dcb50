package io.quartet.orchestrate.provider;

import io.quartet.model.VmSet;

/**
 * A Tier A that was started, and where it listens.
 *
 * @param set Set it serves
 * @param host address to connect to
 * @param port port to connect to
 * @param process its process
 */
public record TierAProcess(VmSet set, String host, int port, OwnedProcess process) {}
