/**
 * Names and values that every module uses: VMs, transactions, addresses, texts, errors. It opens no
 * connection and starts no process.
 */
package io.quartet.model;
