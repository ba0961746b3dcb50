/**
 * Records of {@code quartet-lab}: the plans of the engine's statements, and slices of its
 * transactions.
 */
package io.quartet.results.lab;
