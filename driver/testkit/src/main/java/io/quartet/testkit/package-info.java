/** Fakes written by hand for the tests of other modules. */
package io.quartet.testkit;
