/**
 * The page of an experiment: {@code experiment.html}, {@code experiment.pdf} and {@code
 * report.json}.
 *
 * <p>{@link io.quartet.report.experiment.ExperimentPages} is the entry point. The folder of the
 * experiment is the only input, so the page can be created again any time, also while the
 * experiment runs.
 */
package io.quartet.report.experiment;
