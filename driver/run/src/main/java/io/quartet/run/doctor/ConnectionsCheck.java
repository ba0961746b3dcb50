package io.quartet.run.doctor;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.List;
import java.util.Optional;

/** Checks that the servers of a plan accept the clients of a tool. */
record ConnectionsCheck(RunPlan plan) {

  private static final String MAX_CONNECTIONS = "max_connections";

  /** One for each server that does not. */
  List<Diagnosis> diagnoses() {
    return plan.sets().stream().map(this::connections).flatMap(Optional::stream).toList();
  }

  /** Only the benchmark file can give a server too few: what it does not give is chosen to fit. */
  private Optional<Diagnosis> connections(VmSet set) {
    String given =
        plan.provider().size(set, VmRole.OLTP).settings().getOrDefault(MAX_CONNECTIONS, "");
    int needed = LocalNeeds.of(plan).connections();
    return given.matches("[0-9]{1,9}") && Integer.parseInt(given) < needed
        ? Optional.of(
            new Diagnosis(
                "clients of " + set.vmName(VmRole.OLTP),
                Health.FAILED,
                Text.format(
                    "%s is %s, but clients and driver need %,d connections",
                    MAX_CONNECTIONS, given, needed),
                "Raise it in provider.settings, leave it out, or use fewer clients."))
        : Optional.empty();
  }
}
