/** Processes, threads, files and folders of this machine, as every module uses them. */
package io.quartet.provision.os;
