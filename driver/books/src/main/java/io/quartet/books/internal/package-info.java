/** Latencies of a cell of the books, sorted into histograms when they are read. */
package io.quartet.books.internal;
