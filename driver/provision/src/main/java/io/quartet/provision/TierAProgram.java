package io.quartet.provision;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.TierAArguments;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.QuartetHome;
import java.util.List;

/** The program {@code quartet-tier-a} on this machine. */
public final class TierAProgram {

  private TierAProgram() {}

  /**
   * Lets it see whether it could serve the first Set of a plan, without connecting to anything.
   *
   * @return the access path
   * @throws QuartetException NOT_BUILT; ENGINE_NOT_OPENED when there is no driver for the access
   *     path
   */
  public static String check(RunPlan plan) {
    List<String> command = TierAArguments.command(plan, plan.sets().get(0));
    command.add("--check");
    Commands.Result result = Commands.run(QuartetHome.folder(), command);
    if (!result.isSuccess()) {
      throw QuartetException.environment(
          "ENGINE_NOT_OPENED", result.output().replace(" [ENGINE_NOT_OPENED]", ""));
    }
    return plan.engine().access().label();
  }
}
