package io.quartet.cli.view;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Provider;

/** Connects to databases that are up. The caller ends what is shown, also after an error. */
public final class Connecting {

  private static final String WORK = "connecting to the databases";

  private Connecting() {}

  public static Deployment to(RunPlan plan, RunView view) {
    view.onWork(WORK);
    return Provider.of(plan).attach(plan);
  }

  public static Deployment to(RunPlan plan, Screen screen) {
    begin(screen);
    return Provider.of(plan).attach(plan);
  }

  /** For callers that connect by themselves. */
  public static void begin(Screen screen) {
    screen.beginQuietly(WORK);
  }
}
