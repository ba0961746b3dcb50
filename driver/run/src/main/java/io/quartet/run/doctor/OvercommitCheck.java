package io.quartet.run.doctor;

import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.GivenOut;
import io.quartet.model.size.Machine;
import io.quartet.model.size.VmSize;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.Collection;
import java.util.function.DoubleFunction;

/** Compares the limits of the VMs with the processors and the memory of this machine. */
final class OvercommitCheck {

  private OvercommitCheck() {}

  /** A warning if the VMs may use more memory than there is; processors may be given out twice. */
  static Diagnosis of(RunPlan plan, Machine machine) {
    Collection<VmSize> vms = plan.sizes().values();
    GivenOut processors = GivenOut.processors(vms);
    GivenOut memory = GivenOut.memory(vms);
    return Diagnosis.of(
        "overcommit",
        memory.sum() <= machine.memoryBytes(),
        Health.WARNING,
        describe(processors, machine.cores(), "processors", OvercommitCheck::plain)
            + "; "
            + describe(memory, machine.memoryBytes(), "memory", Bytes::text),
        "Lower provider.sizes: a machine that runs out of memory swaps or kills servers.");
  }

  private static String describe(
      GivenOut given, double machine, String resource, DoubleFunction<String> text) {
    if (given.isNothing()) {
      return Text.format(
          "no limits for %s: %d VMs share %s", resource, given.vms(), text.apply(machine));
    }
    String sum =
        Text.format("%s: %s on %s", resource, text.apply(given.sum()), text.apply(machine));
    return given.timesOf(machine).isPresent()
        ? sum + Text.format(" (%.2f : 1)", given.timesOf(machine).getAsDouble())
        : sum
            + Text.format(", but only %d of %d VMs have a limit", given.limitedVms(), given.vms());
  }

  private static String plain(double processors) {
    return Text.format(processors == Math.rint(processors) ? "%.0f" : "%.2f", processors);
  }
}
