package io.quartet.audit;

import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.folder.ResultsFolder;
import java.util.Optional;

/**
 * Evidence for an audit besides the folder of the run, for rules that one run cannot prove.
 *
 * @param secondRun folder of a second run of the same plan
 * @param durabilityRun run of {@code quartet audit --durability}, where that is another one
 * @param acid results of a test of atomicity and isolation
 * @param attestation what a person attested about rule 40
 */
public record Supplements(
    Optional<ResultsFolder> secondRun,
    Optional<RunResults> durabilityRun,
    Optional<AcidEvidence> acid,
    Optional<Attestation> attestation) {

  /** Nothing but the run itself. */
  public static final Supplements NONE =
      new Supplements(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Other runs are evidence only if they did the same work.
   *
   * @throws io.quartet.model.QuartetException WORKLOAD_DIFFERS, or what keeps the second run from
   *     being read
   */
  void requireSameWorkload(RunInfo run) {
    secondRun.map(RunInfo::read).ifPresent(run::requireSameWorkload);
    durabilityRun.map(RunResults::info).ifPresent(run::requireSameWorkload);
  }
}
