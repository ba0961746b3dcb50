/** An experiment: its cells, its repetitions, and what it compares. */
package io.quartet.model.experiment;
