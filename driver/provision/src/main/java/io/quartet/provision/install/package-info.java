/**
 * Files that machines need for a benchmark: certificates, archives with the programs, the
 * environment of Tier A, and files that the benchmark file names. An administrator installs them,
 * or Quartet does.
 */
package io.quartet.provision.install;
