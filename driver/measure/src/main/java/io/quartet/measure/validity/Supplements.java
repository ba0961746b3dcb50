package io.quartet.measure.validity;

import io.quartet.measure.results.AcidEvidence;
import io.quartet.measure.results.ResultsFolder;
import java.util.Optional;

/**
 * What an audit is given beside the folder of the run, for rules that one run cannot prove.
 *
 * @param secondRun folder of a second run of the same plan
 * @param acid what a test of atomicity and isolation found
 */
public record Supplements(Optional<ResultsFolder> secondRun, Optional<AcidEvidence> acid) {

  /** Nothing but the run itself. */
  public static final Supplements NONE = new Supplements(Optional.empty(), Optional.empty());
}
