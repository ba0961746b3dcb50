/** How far the clocks of other machines are from this one's. */
package io.quartet.orchestrate.clock;
