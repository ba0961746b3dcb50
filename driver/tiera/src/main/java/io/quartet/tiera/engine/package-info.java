/** The native transaction engine and input generator, as Java sees them. */
package io.quartet.tiera.engine;
