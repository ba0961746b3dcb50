package io.quartet.run.progress;

/**
 * Progress of copying or restoring all databases.
 *
 * @param isRestore true if copies replace the databases
 * @param done databases that are complete
 * @param total all of them
 * @param doneBytes size of those that are complete, and of the known parts of the others
 * @param totalBytes size of all
 */
public record CopyProgress(
    boolean isRestore, int done, int total, long doneBytes, long totalBytes) {}
