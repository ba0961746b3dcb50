/**
 * How child processes are started: the environment that they get, and commands that are waited for.
 */
package io.quartet.provision.internal.process;
