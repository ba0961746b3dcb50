package io.quartet.run.experiment;

import io.quartet.model.experiment.Cell;
import io.quartet.results.experiment.Attempt;
import io.quartet.run.progress.RunListener;
import java.util.Collection;

/** Callbacks of an experiment. Called from one thread, one call after the other. */
public interface ExperimentListener {

  /**
   * A run begins, with what it needs before.
   *
   * @return hears how it goes
   */
  RunListener onRunStart(PlannedRun run);

  /**
   * An attempt has ended, with or without a result. The next begins when this method returns.
   *
   * @param attempt as it stands in the folder of the experiment
   */
  void onAttemptEnd(Attempt attempt);

  /** A run is left out: what kept its cell from running before would do so again. */
  void onLeftOut(PlannedRun run, Attempt before);

  /**
   * Cells that the next block has to run again.
   *
   * @return empty if every figure is as precise as the experiment asks for
   */
  Collection<Cell> imprecise();
}
