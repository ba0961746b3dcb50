/** The parts of the page of an experiment: figures, sentences, curves and drawings. */
package io.quartet.report.internal.experiment;
