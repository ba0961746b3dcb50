/** Options and arguments that several verbs share, with the conversion of their values. */
package io.quartet.cli.option;
