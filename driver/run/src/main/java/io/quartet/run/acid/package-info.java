/** The ACID trial: tests of atomicity and isolation on the databases of a run. */
package io.quartet.run.acid;
