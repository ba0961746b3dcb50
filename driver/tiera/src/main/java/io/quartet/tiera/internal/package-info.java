/** How bytes travel between driver and Tier A. */
package io.quartet.tiera.internal;
