/** Parts of the books. */
package io.quartet.books.internal;
