package io.quartet.audit.internal;

import io.quartet.audit.Outlook;
import io.quartet.audit.Supplements;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.statistics.Guests;
import io.quartet.results.statistics.PhaseStatistics;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.system.DatabaseSettings;
import java.util.List;
import java.util.Optional;

/**
 * A run as its judges see it. What several rules need of the statistics is read once, and only if a
 * rule asks. Not thread-safe.
 */
public final class AuditedRun {

  private final RunResults results;
  private final Supplements supplements;
  private SpaceStatistics space;
  private PhaseStatistics phases;
  private Optional<ProcessorUse> processors;

  public AuditedRun(RunResults results, Supplements supplements) {
    this.results = results;
    this.supplements = supplements;
  }

  public RunResults results() {
    return results;
  }

  public RunPlan plan() {
    return results.info().plan();
  }

  /** What the files say without the figures of the run. */
  public Outlook outlook() {
    return new Outlook(
        plan(),
        vm -> DatabaseSettings.read(results.folder(), vm),
        () -> ClockOffset.of(results.events()));
  }

  public Supplements supplements() {
    return supplements;
  }

  /** True if the measurement is whole, but not all checks after it were made. */
  public boolean areChecksMissing() {
    return results.state().map(RunState::state).filter(RunState.State.MEASURED::equals).isPresent();
  }

  /** True if the state says that the run was killed or aborted, or still goes on. */
  public boolean isCutShort() {
    return results.state().filter(state -> !state.isMeasured()).isPresent();
  }

  /** Sizes of the databases. */
  public SpaceStatistics space() {
    if (space == null) {
      space = SpaceStatistics.read(results.folder(), plan().sets(), results.figures().interval());
    }
    return space;
  }

  /** Activity of the servers in each phase. */
  public PhaseStatistics phases() {
    if (phases == null) {
      phases = PhaseStatistics.read(results.folder(), results.figures(), List.of());
    }
    return phases;
  }

  /**
   * Who used the processors of the machines; empty if nothing was sampled.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if a file is damaged
   */
  public Optional<ProcessorUse> processors() {
    if (processors == null) {
      processors =
          ProcessorUse.read(results.folder(), results.figures(), results.info().host()).orRefuse();
    }
    return processors;
  }

  /**
   * Guests of its hosts; none if nothing was sampled.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if a file is damaged
   */
  Guests guests() {
    return processors().map(ProcessorUse::guests).orElse(Guests.NONE);
  }

  /** Whether others used them too much; not known if their samples are missing or damaged. */
  public Disturbance disturbance() {
    try {
      return processors()
          .map(ProcessorUse::disturbance)
          .orElse(Disturbance.unknown("no samples of the machines exist"));
    } catch (QuartetException e) {
      // Figures about neighbours are no reason to leave a run without a verdict.
      return Disturbance.unknown(e.getMessage());
    }
  }
}
