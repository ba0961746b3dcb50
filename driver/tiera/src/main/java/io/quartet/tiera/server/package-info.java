/** The Tier A process: requests in, transactions on the databases, replies out. */
package io.quartet.tiera.server;
