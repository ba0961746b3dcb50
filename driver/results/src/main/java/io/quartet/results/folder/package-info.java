/**
 * Files of any content: the folder, its CSV and JSON, damage, the manifest. This package knows no
 * content of a run except Sets and transactions.
 */
package io.quartet.results.folder;
