/** Load by processes of a tool: when each begins, runs and ends, whatever the tool. */
package io.quartet.run.internal.tool;
