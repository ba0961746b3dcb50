/** Runs load tools that a definition describes, and books what their output tells. */
package io.quartet.run.internal.definedtool;
