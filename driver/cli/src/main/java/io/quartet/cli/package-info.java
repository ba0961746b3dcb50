/**
 * The command line. Everything that prints or exits is in this package: progress goes to standard
 * error, results go to standard output.
 */
package io.quartet.cli;
