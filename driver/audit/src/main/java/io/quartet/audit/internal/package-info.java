/**
 * The rules of every profile, a class for each subject. A rule knows the {@code AuditedRun} and
 * gives a {@code Judgment}; no rule calls another.
 */
package io.quartet.audit.internal;
