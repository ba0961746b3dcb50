/** Columns of a comparison, from which its JSON and its schema follow. */
package io.quartet.report.internal.compare;
