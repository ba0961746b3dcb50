package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.Purpose;
import io.quartet.provision.hosts.PreparedMachines;
import io.quartet.results.events.ClockOffset;
import io.quartet.run.doctor.Diagnosis.Health;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The doctor's checks of prepared machines: every VM, its clock, and the collection of its
 * statistics.
 */
final class PreparedMachinesDoctor {

  private static final String VERSION = "version ";

  private PreparedMachinesDoctor() {}

  /**
   * Checks everything that can be checked.
   *
   * @param clocks takes each clock that was read
   */
  static List<Diagnosis> examine(RunPlan plan, Consumer<ClockOffset> clocks) {
    List<Diagnosis> diagnoses = new ArrayList<>();
    if (plan.provider().preparation().isPresent()) {
      PreparedMachines.Machines machines;
      try {
        machines = PreparedMachines.machines(plan);
      } catch (QuartetException e) {
        return List.of(failed("machines", e));
      }
      diagnoses.addAll(diagnoses("machine", "", machines.reachable(), clocks));
      List<PreparedMachine> open =
          machines.prepared().stream().filter(machine -> !machine.isReady()).toList();
      if (!open.isEmpty()) {
        diagnoses.add(notPrepared(open));
        return diagnoses;
      }
    }
    if (!plan.databaseRoles().isEmpty()) {
      diagnoses.addAll(databases(plan, clocks));
    }
    diagnoses.addAll(diagnoses("Tier A", VERSION, PreparedMachines.tierAs(plan), clocks));
    diagnoses.addAll(diagnoses("statistics", "", PreparedMachines.collectors(plan), clocks));
    diagnoses.addAll(missingEvidence(plan));
    return diagnoses;
  }

  private static Diagnosis notPrepared(List<PreparedMachine> open) {
    return new Diagnosis(
        "databases",
        Health.NOT_CHECKED,
        open.stream().map(PreparedMachine::vm).collect(Collectors.joining(", "))
            + ": "
            + open.get(0).problem(),
        "Run quartet up, then quartet doctor again.");
  }

  private static List<Diagnosis> missingEvidence(RunPlan plan) {
    try {
      if (plan.databaseRoles().isEmpty()) {
        return List.of();
      }
      Path passwordFile = PreparedMachines.passwordFile(plan);
      List<Diagnosis> missing = new ArrayList<>(CachesCheck.of(plan, passwordFile));
      missing.addAll(MissingEvidence.of(plan, passwordFile));
      return missing;
    } catch (QuartetException e) {
      return List.of(); // No passwords: told with the databases.
    }
  }

  private static List<Diagnosis> databases(RunPlan plan, Consumer<ClockOffset> clocks) {
    try {
      return diagnoses(
          "database",
          VERSION,
          PreparedMachines.databases(plan, PreparedMachines.passwordFile(plan), Purpose.RUNNING),
          clocks);
    } catch (QuartetException e) {
      return List.of(failed("passwords", e));
    }
  }

  private static Diagnosis failed(String check, QuartetException e) {
    return new Diagnosis(
        check, Health.FAILED, e.code() + ": " + e.getMessage(), "Then run quartet doctor again.");
  }

  /**
   * @param found what stands before that which was found where all is well
   */
  private static List<Diagnosis> diagnoses(
      String what, String found, List<PreparedMachine> looks, Consumer<ClockOffset> clocks) {
    List<Diagnosis> diagnoses = new ArrayList<>();
    for (PreparedMachine look : looks) {
      diagnoses.add(diagnosis(what, found, look));
      look.clock().ifPresent(clocks);
      look.clock().map(Diagnosis::of).ifPresent(diagnoses::add);
    }
    return diagnoses;
  }

  private static Diagnosis diagnosis(String what, String found, PreparedMachine look) {
    String check = what + " " + look.vm();
    String place = look.kind() + " at " + look.address() + ": ";
    if (!look.isReady()) {
      return new Diagnosis(check, Health.FAILED, place + look.problem(), look.fix());
    }
    String ready = place + found + look.version();
    return Diagnosis.of(
        check,
        look.remark().isEmpty(),
        Health.WARNING,
        look.remark().isEmpty() ? ready : ready + "; " + look.remark(),
        look.fix());
  }
}
