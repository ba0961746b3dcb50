/**
 * Rules that compare the files of a run with each other. They know what each file tells twice, and
 * nothing of what makes a run good.
 */
package io.quartet.audit.internal.agreement;
