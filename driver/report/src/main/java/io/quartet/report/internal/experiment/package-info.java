/** What the page of an experiment is made of: figures, sentences, curves and drawings. */
package io.quartet.report.internal.experiment;
