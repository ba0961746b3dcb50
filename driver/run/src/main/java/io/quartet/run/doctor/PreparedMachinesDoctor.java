package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.PasswordFile;
import io.quartet.provision.Purpose;
import io.quartet.provision.hosts.PreparedMachine;
import io.quartet.provision.hosts.PreparedMachines;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.ArrayList;
import java.util.List;

/**
 * The doctor's checks of prepared machines: every VM, its clock, and the collection of its
 * statistics.
 */
final class PreparedMachinesDoctor {

  private static final String VERSION = "version ";

  private PreparedMachinesDoctor() {}

  static List<Diagnosis> examine(RunPlan plan) {
    List<Diagnosis> diagnoses = new ArrayList<>();
    if (!plan.databaseRoles().isEmpty()) {
      diagnoses.addAll(databases(plan));
    }
    diagnoses.addAll(diagnoses("Tier A", VERSION, PreparedMachines.tierAs(plan)));
    diagnoses.addAll(diagnoses("statistics", "", PreparedMachines.collectors(plan)));
    return diagnoses;
  }

  private static List<Diagnosis> databases(RunPlan plan) {
    try {
      return diagnoses(
          "database",
          VERSION,
          PreparedMachines.databases(plan, PasswordFile.find(), Purpose.RUNNING));
    } catch (QuartetException e) {
      return List.of(
          new Diagnosis(
              "passwords",
              Health.FAILED,
              e.code() + ": " + e.getMessage(),
              "Then run quartet doctor again."));
    }
  }

  /**
   * @param found what stands before that which was found where all is well
   */
  private static List<Diagnosis> diagnoses(String what, String found, List<PreparedMachine> looks) {
    List<Diagnosis> diagnoses = new ArrayList<>();
    for (PreparedMachine look : looks) {
      diagnoses.add(diagnosis(what, found, look));
      look.clock().map(Diagnosis::of).ifPresent(diagnoses::add);
    }
    return diagnoses;
  }

  private static Diagnosis diagnosis(String what, String found, PreparedMachine look) {
    String check = what + " " + look.vm();
    String place = look.role().label() + " at " + look.address() + ": ";
    return look.isReady()
        ? new Diagnosis(check, Health.OK, place + found + look.version(), "")
        : new Diagnosis(check, Health.FAILED, place + look.problem(), look.fix());
  }
}
