package io.quartet.run;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.TestDeployment;
import io.quartet.run.database.Loading;
import io.quartet.run.progress.LoadListener;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** The two servers of one Set with loaded databases, which are loaded once in a test run. */
public final class LoadedSet {

  private LoadedSet() {}

  /**
   * Starts them.
   *
   * @param change what the plan has beside {@link io.quartet.model.plan.TestPlans#ofOneSet(String,
   *     java.nio.file.Path, int)}
   */
  public static TestDeployment up(String name, UnaryOperator<RunPlan> change) throws IOException {
    return TestDeployment.ofOneLoadedSet(
        name, change, (plan, deployment) -> Loading.load(plan, deployment, LoadListener.NONE));
  }
}
