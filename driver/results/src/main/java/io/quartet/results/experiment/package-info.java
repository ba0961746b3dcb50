/** The folder of an experiment: what was asked, what was tried, and the folders of its runs. */
package io.quartet.results.experiment;
