/**
 * The plan of a run as immutable types: everything that the benchmark file decides, with every
 * default filled in.
 */
package io.quartet.model.plan;
