/**
 * The rules of official runs. They may use the classes of {@code audit.internal}, which do not know
 * them.
 */
package io.quartet.audit.internal.official;
