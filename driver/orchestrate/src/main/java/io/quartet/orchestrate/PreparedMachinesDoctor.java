package io.quartet.orchestrate;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.orchestrate.Finding.Verdict;
import io.quartet.orchestrate.provider.MachineLook;
import io.quartet.orchestrate.provider.PasswordFile;
import io.quartet.orchestrate.provider.PreparedMachines;
import io.quartet.orchestrate.provider.Purpose;
import java.util.ArrayList;
import java.util.List;

/** What the doctor finds out about prepared machines: one finding for every VM, good or bad. */
final class PreparedMachinesDoctor {

  private PreparedMachinesDoctor() {}

  static List<Finding> examine(RunPlan plan) {
    List<Finding> findings = new ArrayList<>();
    if (!plan.databaseRoles().isEmpty()) {
      findings.addAll(databases(plan));
    }
    PreparedMachines.tierAs(plan).forEach(look -> findings.add(finding("Tier A", look)));
    return findings;
  }

  private static List<Finding> databases(RunPlan plan) {
    try {
      return PreparedMachines.databases(plan, PasswordFile.find(), Purpose.RUNNING).stream()
          .map(look -> finding("database", look))
          .toList();
    } catch (QuartetException e) {
      return List.of(
          new Finding(
              "passwords",
              Verdict.FAILED,
              e.code() + ": " + e.getMessage(),
              "Then call the doctor again."));
    }
  }

  private static Finding finding(String what, MachineLook look) {
    String check = what + " " + look.vm();
    String place = look.role().label() + " at " + look.address() + ": ";
    return look.isReady()
        ? new Finding(check, Verdict.OK, place + "version " + look.version(), "")
        : new Finding(check, Verdict.FAILED, place + look.problem(), look.fix());
  }
}
