/** Between the generated protocol messages and the types the rest of the driver uses. */
package io.quartet.tiera.wire;
