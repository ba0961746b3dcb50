/** PostgreSQL clusters and Tier As that Quartet runs on this machine, on loopback addresses. */
package io.quartet.provision.embedded;
