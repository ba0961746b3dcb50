package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.provision.PasswordFile;
import io.quartet.provision.Purpose;
import io.quartet.provision.hosts.MachineLook;
import io.quartet.provision.hosts.PreparedMachines;
import io.quartet.run.doctor.Finding.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * What the doctor finds out about prepared machines: of every VM and its clock, and whether their
 * statistics can be collected.
 */
final class PreparedMachinesDoctor {

  private static final String VERSION = "version ";

  private PreparedMachinesDoctor() {}

  static List<Finding> examine(RunPlan plan) {
    List<Finding> findings = new ArrayList<>();
    if (!plan.databaseRoles().isEmpty()) {
      findings.addAll(databases(plan));
    }
    findings.addAll(findings("Tier A", VERSION, PreparedMachines.tierAs(plan)));
    findings.addAll(findings("statistics", "", PreparedMachines.collectors(plan)));
    return findings;
  }

  private static List<Finding> databases(RunPlan plan) {
    try {
      return findings(
          "database",
          VERSION,
          PreparedMachines.databases(plan, PasswordFile.find(), Purpose.RUNNING));
    } catch (QuartetException e) {
      return List.of(
          new Finding(
              "passwords",
              Verdict.FAILED,
              e.code() + ": " + e.getMessage(),
              "Then call the doctor again."));
    }
  }

  /**
   * @param found what stands before that which was found where all is well
   */
  private static List<Finding> findings(String what, String found, List<MachineLook> looks) {
    List<Finding> findings = new ArrayList<>();
    for (MachineLook look : looks) {
      findings.add(finding(what, found, look));
      look.clock().map(Finding::of).ifPresent(findings::add);
    }
    return findings;
  }

  private static Finding finding(String what, String found, MachineLook look) {
    String check = what + " " + look.vm();
    String place = look.role().label() + " at " + look.address() + ": ";
    return look.isReady()
        ? new Finding(check, Verdict.OK, place + found + look.version(), "")
        : new Finding(check, Verdict.FAILED, place + look.problem(), look.fix());
  }
}
