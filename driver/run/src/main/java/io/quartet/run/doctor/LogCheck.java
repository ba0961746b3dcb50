package io.quartet.run.doctor;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timeline;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Estimates the write-ahead log that a run writes, and compares it with what the servers keep (rule
 * 31). Whether the disks have room for that is part of their room for the databases.
 */
final class LogCheck {

  /** Trade-Results per second for a processor. Source: docs/benchmarks.md, as below. */
  private static final double ETPS_OF_PROCESSOR = 70;

  /**
   * Nominal Trade-Results per second for a Load Unit. Source: docs/spec/elasticity.md, "Metric".
   */
  private static final double ETPS_OF_LOAD_UNIT = 2;

  /** Bytes for a Trade-Result. Source: docs/benchmarks.md, "A run of official length". */
  private static final double DSS_BYTES = 44_000;

  private static final double OLTP_BYTES = 16_000;

  private final RunPlan plan;
  private final double etps;

  LogCheck(RunPlan plan, Machine machine) {
    this.plan = plan;
    this.etps = etps(plan, machine);
  }

  /** Empty if no server keeps its log: that is for rule 31 to judge. */
  Optional<Diagnosis> diagnosis() {
    double all = 0;
    List<String> tooLittle = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : plan.databaseRoles()) {
        double bytes = bytes(set, role);
        double kept = plan.provider().size(set, role).keptLogBytes();
        all += bytes;
        if (kept < bytes) {
          tooLittle.add(
              Text.format(
                  "%s keeps %s of %s", set.vmName(role), Bytes.text(kept), Bytes.text(bytes)));
        }
      }
    }
    boolean isKept = plan.sizes().values().stream().anyMatch(size -> size.keptLogBytes() > 0);
    String estimate =
        Text.format("about %s of log in the measured interval at %.0f etps", Bytes.text(all), etps);
    return isKept
        ? Optional.of(
            Diagnosis.of(
                "log of the run",
                tooLittle.isEmpty(),
                Health.WARNING,
                estimate
                    + (tooLittle.isEmpty()
                        ? ", which all servers keep"
                        : ": " + Text.first(tooLittle)),
                "Raise wal_keep_size in provider.settings, otherwise rule 31 may fail."))
        : Optional.empty();
  }

  /** What a database writes in the measured interval. */
  private double bytes(VmSet set, VmRole role) {
    double share = set.group().averageSharePercent() / 100.0 / plan.setsPerGroup();
    return etps
        * plan.timeline().measured().toSeconds()
        * share
        * (role == VmRole.DSS ? DSS_BYTES : OLTP_BYTES);
  }

  /** A closed pool takes what the processors give. Those of other machines are not known. */
  private static double etps(RunPlan plan, Machine machine) {
    if (plan.brokerage().load() instanceof Load.Paced paced) {
      Timeline timeline = plan.timeline();
      return timeline.phases().stream()
              .mapToDouble(
                  phase -> paced.etps().in(timeline.phaseOf(phase)) * phase.length().toNanos())
              .sum()
          / timeline.measured().toNanos();
    }
    return plan.provider().isLocal()
        ? ETPS_OF_PROCESSOR * machine.cores()
        : ETPS_OF_LOAD_UNIT * plan.activeLoadUnits();
  }
}
