package io.quartet.cli.view;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Provider;
import java.nio.file.Path;

/** Connects to databases that are up. The caller ends what is shown, also after an error. */
public final class Connecting {

  private static final String WORK = "connecting to the databases";

  private Connecting() {}

  /**
   * @param file of the plan, for the command that starts its databases
   */
  public static Deployment to(RunPlan plan, Path file, RunView view) {
    view.onWork(WORK);
    return attached(plan, file);
  }

  /** As {@link #to(RunPlan, Path, RunView)}. */
  public static Deployment to(RunPlan plan, Path file, Screen screen) {
    begin(screen);
    return attached(plan, file);
  }

  /** Providers do not know the file, so their message cannot name the command. */
  private static Deployment attached(RunPlan plan, Path file) {
    try {
      return Provider.of(plan).attach(plan);
    } catch (QuartetException e) {
      throw e.code().equals("NOT_UP")
          ? new QuartetException(
              e.kind(), e.code(), e.getMessage() + " Command: quartet up " + file, e)
          : e;
    }
  }

  /** For callers that connect by themselves. */
  public static void begin(Screen screen) {
    screen.beginQuietly(WORK);
  }
}
