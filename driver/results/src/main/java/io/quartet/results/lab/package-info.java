/**
 * What {@code quartet-lab} captures and measures: the plans of the engine's statements, and slices
 * of its transactions.
 */
package io.quartet.results.lab;
