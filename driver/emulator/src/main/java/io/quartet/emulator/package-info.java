/**
 * The load generators, outside the system under test: Customer Emulator, Market Exchange, Data
 * Maintenance. {@link io.quartet.emulator.LoadGenerator} runs them all.
 */
package io.quartet.emulator;
