/** Databases before a run: loading, copies, snapshots, and trials of index profiles on copies. */
package io.quartet.run.database;
