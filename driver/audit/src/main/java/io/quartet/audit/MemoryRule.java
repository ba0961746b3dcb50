package io.quartet.audit;

import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.VmMachine;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Rule 9 of run-rules.md section 3.4: no machine has promised more memory than it has, swaps, or
 * gives memory back to its hypervisor.
 */
final class MemoryRule {

  private static final String ID = "memory";
  private static final String TITLE = "No swap in use, no memory overcommitted or taken away";
  private static final double KIBIBYTE = 1024;

  /** What a machine's samples of the interval show, KiB. */
  private double mostSwapped;

  private double mostSwapping;
  private double leastTotal = Double.MAX_VALUE;
  private double mostTotal;
  private boolean isUnknown;

  private MemoryRule() {}

  static Check judge(RunResults results) {
    RunPlan plan = results.info().plan();
    List<String> problems = new ArrayList<>();
    double mostSwapped = 0;
    double promised = 0;
    for (VmMachine machine : VmMachine.of(plan)) {
      MemoryRule memory = new MemoryRule();
      if (!Samples.forEach(results, machine.name(), "memory", memory::see) || memory.isUnknown) {
        return Check.notJudged(
            ID,
            TITLE,
            Severity.WARNING,
            "stats/" + machine.name() + "/memory.csv does not tell all of the interval");
      }
      double ofMachine = memory.promised(plan);
      promised = Math.max(promised, ofMachine);
      mostSwapped = Math.max(mostSwapped, memory.mostSwapped);
      memory.tell(machine.name(), ofMachine, problems);
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

  private void see(StatsCsv.Line line) {
    double total = number(line, "total_kib");
    mostTotal = Math.max(mostTotal, total);
    leastTotal = Math.min(leastTotal, total);
    mostSwapped =
        Math.max(mostSwapped, number(line, "swap_total_kib") - number(line, "swap_free_kib"));
    mostSwapping =
        Math.max(
            mostSwapping, number(line, "swap_in_kib_per_s") + number(line, "swap_out_kib_per_s"));
  }

  private double number(StatsCsv.Line line, String column) {
    OptionalDouble value = line.number(column);
    isUnknown |= value.isEmpty();
    return value.orElse(0);
  }

  /** Limits of the VMs by the memory of the machine they share; 0 without limits. */
  private double promised(RunPlan plan) {
    double limits =
        plan.provider().memoryBytes().entrySet().stream()
            .mapToDouble(limit -> limit.getValue() * (double) plan.sets().size())
            .sum();
    return mostTotal > 0 ? limits / KIBIBYTE / mostTotal : 0;
  }

  private void tell(String machine, double promised, List<String> problems) {
    if (mostSwapped > 0 || mostSwapping > 0) {
      problems.add(
          Text.format(
              "%s: %.1f MiB swapped, at most %.1f MiB per second",
              machine, mostSwapped / KIBIBYTE, mostSwapping / KIBIBYTE));
    }
    if (promised > 1) {
      problems.add(Text.format("%s: the VMs' limits are more than its memory", machine));
    }
    if (leastTotal < mostTotal) {
      problems.add(
          Text.format(
              "%s: its memory shrank from %.0f to %.0f MiB",
              machine, mostTotal / KIBIBYTE, leastTotal / KIBIBYTE));
    }
  }
}
