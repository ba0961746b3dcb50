package io.quartet.results.system;

/**
 * Record of the load of one table.
 *
 * @param rows that were loaded, counted by the loader
 * @param firstUtcMillis end of the first step that the load did on the table: rows, indexes, vacuum
 *     and foreign keys
 * @param lastUtcMillis end of the last step
 */
public record LoadedTable(
    String vm, String table, long rows, long firstUtcMillis, long lastUtcMillis) {}
