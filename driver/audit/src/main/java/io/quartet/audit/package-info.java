/**
 * The rules and the verdict. It reads a results folder through {@code results} only, and knows no
 * page, process or database.
 */
package io.quartet.audit;
