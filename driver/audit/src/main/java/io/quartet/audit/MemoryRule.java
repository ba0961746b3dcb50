package io.quartet.audit;

import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.VmMachine;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.MachineMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rule 9 of run-rules.md section 3.4: no machine has promised more memory than it has, swaps, or
 * gives memory back to its hypervisor.
 */
final class MemoryRule {

  private static final String ID = "memory";
  private static final String TITLE = "No swap in use, no memory overcommitted or taken away";
  private static final double KIBIBYTE = 1024;

  private MemoryRule() {}

  static Check judge(RunResults results) {
    RunPlan plan = results.info().plan();
    List<String> problems = new ArrayList<>();
    double mostSwapped = 0;
    double promised = 0;
    for (VmMachine machine : VmMachine.of(plan)) {
      Optional<MachineMemory> memory = MachineMemory.read(results.samples(), machine.name());
      if (memory.isEmpty()) {
        return Check.notJudged(
            ID,
            TITLE,
            Severity.WARNING,
            "stats/" + machine.name() + "/memory.csv does not tell all of the interval");
      }
      double ofMachine = promised(memory.get(), plan);
      promised = Math.max(promised, ofMachine);
      mostSwapped = Math.max(mostSwapped, memory.get().mostSwapped());
      tell(machine.name(), memory.get(), ofMachine, problems);
    }
    return Check.of(
        ID,
        TITLE,
        Severity.WARNING,
        problems.isEmpty(),
        Text.format(
            "%.1f MiB swapped%s",
            mostSwapped / KIBIBYTE,
            promised > 0 ? Text.format(", limits of VMs %.2f of the memory", promised) : ""),
        "0 MiB, limits at most 1.00",
        Text.first(problems));
  }

  /** Limits of the VMs by the memory of the machine they share; 0 without limits. */
  private static double promised(MachineMemory memory, RunPlan plan) {
    double limits =
        plan.provider().memoryBytes().entrySet().stream()
            .mapToDouble(limit -> limit.getValue() * (double) plan.sets().size())
            .sum();
    return memory.mostTotal() > 0 ? limits / KIBIBYTE / memory.mostTotal() : 0;
  }

  private static void tell(
      String machine, MachineMemory memory, double promised, List<String> problems) {
    if (memory.mostSwapped() > 0 || memory.mostSwapping() > 0) {
      problems.add(
          Text.format(
              "%s: %.1f MiB swapped, at most %.1f MiB per second",
              machine, memory.mostSwapped() / KIBIBYTE, memory.mostSwapping() / KIBIBYTE));
    }
    if (promised > 1) {
      problems.add(Text.format("%s: the VMs' limits are more than its memory", machine));
    }
    if (memory.leastTotal() < memory.mostTotal()) {
      problems.add(
          Text.format(
              "%s: its memory shrank from %.0f to %.0f MiB",
              machine, memory.mostTotal() / KIBIBYTE, memory.leastTotal() / KIBIBYTE));
    }
  }
}
