/**
 * Codecs for the sections of the benchmark file: each reads and writes one section, and checks what
 * follows from it alone or together with others.
 */
package io.quartet.config.internal.section;
