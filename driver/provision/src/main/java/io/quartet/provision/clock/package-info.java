/** How far the clocks of other machines are from this one's; regular moments on a clock. */
package io.quartet.provision.clock;
