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
          ? new QuartetException(e.kind(), e.code(), withCommand(e.getMessage(), file), e)
          : e;
    }
  }

  private static String withCommand(String message, Path file) {
    return message.replace(
        "quartet up with this benchmark file first", "this first: quartet up " + quoted(file));
  }

  /** As a shell takes it for one word. */
  private static String quoted(Path file) {
    String name = file.toString();
    return name.matches("[\\p{L}\\p{N}_./+-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
  }

  /** For callers that connect by themselves. */
  public static void begin(Screen screen) {
    screen.beginQuietly(WORK);
  }
}
