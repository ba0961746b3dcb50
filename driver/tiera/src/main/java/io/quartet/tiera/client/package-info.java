/** The driver's side of the connection to one Tier A. */
package io.quartet.tiera.client;
