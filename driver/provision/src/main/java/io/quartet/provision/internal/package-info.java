/**
 * What providers share: the data folder of a benchmark, its passwords and locks, settings of
 * servers, and room on disks.
 */
package io.quartet.provision.internal;
