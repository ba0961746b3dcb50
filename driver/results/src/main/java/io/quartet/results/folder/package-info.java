/**
 * Files, whatever they hold: the folder, its CSV and JSON, damage, the manifest. It knows no
 * content of a run except Sets and transactions.
 */
package io.quartet.results.folder;
