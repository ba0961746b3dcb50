package io.quartet.config.internal.section;

import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Checks the driver against the other sections. Every worker has Sets and users and can reach the
 * Tier A processes. Requests that leave this machine are encrypted.
 */
public record DriverCheck(RunPlan plan, Reading reading) {

  /** Reports what does not fit. */
  public static void run(RunPlan plan, Reading reading) {
    DriverCheck check = new DriverCheck(plan, reading);
    check.checkWorkers();
    check.checkTls();
  }

  private void checkWorkers() {
    if (!plan.workload().hasTierA()) {
      return; // WorkloadCodec refuses workers.
    }
    int workers = plan.driver().workerCount();
    if (workers > plan.setsPerGroup()) {
      wrongWorkers(
          workers
              + " workers, but each worker needs at least one Set of every Group, and sets is "
              + plan.setsPerGroup()
              + ". Use at most that many workers, or more Sets.",
          PlanDocument.SETS);
    } else if (workers > fewestUsers()) {
      wrongWorkers(
          "%s workers for %s users. Use at most that many workers, or more users."
              .formatted(workers, fewestUsers()),
          PlanDocument.SETS,
          LoadCodec.PATH);
    }
  }

  /** Users at the start of the run, when there are the fewest. */
  private int fewestUsers() {
    return plan.brokerage().load() instanceof Load.Paced paced
        ? paced.users()
        : (int) plan.brokerage().load().ladder().first();
  }

  private void checkReach() {
    plan.driver().workers().stream()
        .filter(worker -> !worker.isLoopback() && plan.provider().isLocal())
        .findFirst()
        .ifPresent(
            worker ->
                wrongWorkers(
                    ("%s cannot reach embedded Tier A processes: they listen on loopback addresses of this"
                            + " machine only. Use workers on this machine, or provider.kind hosts.")
                        .formatted(worker),
                    DriverCodec.TLS,
                    ProviderCodec.KIND,
                    HostsCodec.PATH));
  }

  private void wrongWorkers(String text, DocumentPath... needed) {
    reading.report(
        Problem.ofValue(DriverCodec.WORKERS, "WRONG_VALUE", "driver.workers: " + text), needed);
  }

  private void checkTls() {
    if (plan.provider().preparation().isPresent()) {
      checkThatNoneIsGiven();
      return;
    }
    if (plan.driver().tls().isPresent()) {
      checkReach();
      return;
    }
    Stream.concat(tierAs(), plan.driver().workers().stream())
        .filter(address -> !address.isLoopback())
        .findFirst()
        .ifPresent(this::needsTls);
  }

  /** Those that are known: there may be more Sets than addresses, which is told elsewhere. */
  private Stream<Address> tierAs() {
    return plan.provider()
        .map(
            embedded -> Stream.<Address>empty(),
            hosts ->
                plan.setsWithTierA().stream()
                    .map(hosts.addresses()::get)
                    .filter(Objects::nonNull)
                    .map(ofSet -> ofSet.addresses().get(VmRole.TIER_A))
                    .filter(Objects::nonNull));
  }

  /** The machines are given certificates of an authority whose key Quartet has. */
  private void checkThatNoneIsGiven() {
    if (plan.driver().tls().isPresent()) {
      reading.report(
          Problem.ofKey(
              DriverCodec.TLS,
              "WRONG_VALUE",
              "driver.tls is given, but with provider.prepare Quartet makes all certificates. Leave"
                  + " it out."),
          ProviderCodec.KIND,
          PreparationCodec.PATH);
    }
  }

  private void needsTls(Address address) {
    reading.report(
        Problem.ofKey(
            DriverCodec.PATH,
            "MISSING_KEY",
            "driver.tls is missing, but "
                + address
                + " is not on this machine. Give it the files authority, certificate and key."),
        DriverCodec.TLS,
        ProviderCodec.KIND,
        HostsCodec.PATH,
        PlanDocument.SETS,
        PhasesCodec.PATH);
  }
}
