package io.quartet.run.database;

/**
 * An index that a change of the profile dropped or built.
 *
 * @param isBuilt false if it was dropped
 * @param bytes its size
 * @param seconds it took
 */
public record IndexChange(
    boolean isBuilt, String table, String index, long bytes, double seconds) {}
