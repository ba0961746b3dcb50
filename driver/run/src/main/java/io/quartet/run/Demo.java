package io.quartet.run;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Provider;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.database.Loading;
import io.quartet.run.internal.FaultInjection;
import io.quartet.run.internal.Stages;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;

/** The whole path on this machine: up, load, check, run, check, down. */
public final class Demo {

  private Demo() {}

  /**
   * Runs the plan on servers that live only during this call. They are removed at its end, also
   * after a failure.
   *
   * @param results folder in which the results folder is made
   * @param checks which databases are checked before the load
   * @throws io.quartet.model.QuartetException as up, load, check and run; INTERRUPTED
   */
  public static RunResult run(
      RunPlan plan, Provider provider, Path results, CheckPolicy checks, RunListener listener) {
    Stages stages = new Stages(listener);
    try (StopSignal stop = new StopSignal()) {
      Deployment deployment = stages.run(Stage.UP, () -> provider.up(plan, Ownership.OWNED));
      try {
        stages.run(Stage.LOAD, () -> Loading.load(plan, deployment, listener));
        return BenchmarkRun.run(plan, deployment, results, checks, stages, FaultInjection.NONE);
      } finally {
        down(stages, deployment);
      }
    } catch (InterruptedException | CancellationException e) {
      throw StopSignal.interrupted(e);
    }
  }

  private static void down(Stages stages, Deployment deployment) throws InterruptedException {
    // An interrupt was for the work; what follows has to be done all the same.
    boolean wasInterrupted = Thread.interrupted();
    stages.run(Stage.DOWN, deployment::close);
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
