/**
 * The durability trial: it kills servers under load and checks that every acknowledged trade is
 * still there.
 */
package io.quartet.run.durability;
