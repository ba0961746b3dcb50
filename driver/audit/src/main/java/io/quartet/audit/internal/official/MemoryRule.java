package io.quartet.audit.internal.official;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.GivenOut;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.MachineMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * No machine has promised more memory than it has, swaps, or gives memory back to its hypervisor.
 */
public final class MemoryRule {

  public static final Rule RULE =
      Scope.OFFICIAL
          .warning("memory", "No swap in use, no memory overcommitted or taken away")
          .number(9)
          .reads("stats/*/memory.csv")
          .how(
              "every machine with VMs is judged (prepared ones with `provider.ssh`), and every"
                  + " hypervisor of `provider.ssh.hypervisors`. In the interval the machine uses no swap space,"
                  + " moves no pages to or from it, and keeps all of its memory. The limits of the VMs"
                  + " (`provider.memory` or `sizes`) fit into the machine's memory. By hand: the memory that the hypervisor"
                  + " promised to other machines, and the ratio of assigned to existing processors. For"
                  + " embedded VMs with limits, the summary of the report has this ratio")
          .before(Outlook::withoutCollectors, DecidedBy.PLAN)
          .judge(MemoryRule::judge);

  private static final double KIBIBYTE = Bytes.KIB;

  private MemoryRule() {}

  private static Judgment judge(AuditedRun run) {
    RunResults results = run.results();
    RunPlan plan = run.plan();
    List<Finding> problems = new ArrayList<>();
    double mostSwapped = 0;
    double promised = 0;
    for (VmMachine machine : VmMachine.withHypervisors(plan)) {
      Optional<MachineMemory> memory = MachineMemory.read(results.samples(), machine.name());
      if (memory.isEmpty()) {
        return Judgment.notJudged(
            "stats/" + machine.name() + "/memory.csv does not cover the whole interval");
      }
      double ofMachine = promised(memory.get(), plan);
      promised = Math.max(promised, ofMachine);
      mostSwapped = Math.max(mostSwapped, memory.get().mostSwapped());
      tell(machine.name(), memory.get(), ofMachine, problems);
    }
    return Judgment.of(
        Text.format(
            "%s MiB swapped%s",
            mebibytes(mostSwapped),
            promised > 0 ? Text.format(", limits of VMs %.2f of the memory", promised) : ""),
        "0 MiB, limits at most 1",
        problems);
  }

  private static String mebibytes(double kibibytes) {
    return Text.figure(kibibytes / KIBIBYTE, 1);
  }

  /** Limits of the VMs by the memory of the machine they share; 0 without limits. */
  private static double promised(MachineMemory memory, RunPlan plan) {
    double limits = GivenOut.memory(plan.sizes().values()).sum();
    return memory.mostTotal() > 0 ? limits / KIBIBYTE / memory.mostTotal() : 0;
  }

  private static void tell(
      String machine, MachineMemory memory, double promised, List<Finding> problems) {
    if (memory.mostSwapped() > 0 || memory.mostSwapping() > 0) {
      problems.add(
          Finding.of(
              Subject.MACHINE,
              machine,
              Text.format(
                  "%s: %s MiB swapped, at most %s MiB per second",
                  machine, mebibytes(memory.mostSwapped()), mebibytes(memory.mostSwapping()))));
    }
    if (promised > 1) {
      problems.add(
          Finding.of(
              Subject.MACHINE,
              machine,
              Text.format("%s: the VMs' limits are more than its memory", machine)));
    }
    if (memory.leastTotal() < memory.mostTotal()) {
      problems.add(
          Finding.of(
              Subject.MACHINE,
              machine,
              Text.format(
                  "%s: its memory shrank by %s MiB",
                  machine, mebibytes(memory.mostTotal() - memory.leastTotal()))));
    }
  }
}
