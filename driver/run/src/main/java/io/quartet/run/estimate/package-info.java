/** How long the stages of a benchmark take, and which benchmark fits a machine. */
package io.quartet.run.estimate;
