/** The verbs of the tuning lab: {@code advise} and {@code lab}. */
package io.quartet.cli.lab;
