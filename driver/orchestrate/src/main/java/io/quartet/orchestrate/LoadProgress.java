package io.quartet.orchestrate;

/**
 * How far the load of one database has come.
 *
 * @param vm name of the VM, for instance {@code a1-vm2}
 * @param stage {@code waiting}, {@code copy}, {@code keys}, {@code vacuum} or {@code done}
 * @param table table in work; empty between tables
 * @param rows rows of the table so far
 * @param bytes bytes of the table so far
 * @param share part of the whole load that is done, 0 to 1
 * @param rowsPerSecond speed at this moment
 */
public record LoadProgress(
    String vm,
    String stage,
    String table,
    long rows,
    long bytes,
    double share,
    double rowsPerSecond) {}
