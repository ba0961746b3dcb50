/**
 * Bookkeeping of a run in memory: the choice of Group, Set and transaction, counts, latencies, and
 * live figures. It opens no file and no connection.
 */
package io.quartet.books;
