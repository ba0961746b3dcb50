/** Verbs that need a benchmark file and nothing else: they start nothing. */
package io.quartet.cli.file;
