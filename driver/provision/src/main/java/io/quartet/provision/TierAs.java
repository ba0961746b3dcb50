package io.quartet.provision;

import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.TierAGreeting;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Parallel;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.wire.NetworkThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The Tier As of a run, processes of ours or services elsewhere, and the connections to them. There
 * are none if the workload uses none.
 */
public final class TierAs implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration ONE_TRY = Duration.ofSeconds(2);
  private static final Duration SERVICE_LIMIT = Duration.ofSeconds(30);

  private final RunPlan plan;
  private final NetworkThreads network;
  private final Map<VmSet, TierAProcess> processes = new LinkedHashMap<>();
  private final Map<VmSet, TierAClient> clients = new ConcurrentHashMap<>();
  private final Map<VmSet, HelloReply> greetings = new ConcurrentHashMap<>();

  /**
   * Starts one process per Set, or finds its service, and connects to each.
   *
   * @throws QuartetException TIER_A_DID_NOT_START, TIER_A_OTHER; TIER_A_UNREACHABLE if a service is
   *     not there
   */
  public TierAs(RunPlan plan, Deployment deployment) {
    this.plan = plan;
    this.network = new NetworkThreads("driver-network", 1, DriverTls.of(plan));
    try {
      plan.setsWithTierA().forEach(set -> processes.put(set, deployment.startTierA(set)));
      Parallel.forEach(List.copyOf(processes.values()), processes.size(), this::connect);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void connect(TierAProcess tierA) {
    TierAClient client =
        tierA.process().map(process -> whenStarted(tierA, process)).orElseGet(() -> service(tierA));
    VmSet set = tierA.place().set();
    clients.put(set, client);
    HelloReply hello = client.hello(ONE_TRY);
    requireOurs(tierA, hello);
    greetings.put(set, hello);
  }

  private TierAClient whenStarted(TierAProcess tierA, OwnedProcess process) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try {
        return TierAClient.connect(tierA.place(), network, ONE_TRY);
      } catch (QuartetException e) {
        if (e.kind() == QuartetException.Kind.BAD_INPUT) {
          throw e; // Certificates: its log would not help.
        }
        boolean isHopeless =
            !e.code().equals("TIER_A_UNREACHABLE")
                || !process.isAlive()
                || System.nanoTime() > deadline
                || Thread.currentThread().isInterrupted();
        if (isHopeless) {
          throw e.code().equals("TIER_A_OTHER") ? e : didNotStart(process, e);
        }
      }
    }
  }

  /** It should be there already: a question says why it is not, where waiting would not. */
  private TierAClient service(TierAProcess tierA) {
    var unused = TierAClient.ask(tierA.place(), network, SERVICE_LIMIT);
    return TierAClient.connect(tierA.place(), network, SERVICE_LIMIT);
  }

  /** A service may have been started for another benchmark. */
  private void requireOurs(TierAProcess tierA, HelloReply hello) {
    List<String> differences = TierAGreeting.differences(plan, tierA.place().set(), hello);
    if (!differences.isEmpty()) {
      throw QuartetException.environment(
          "TIER_A_OTHER",
          "the "
              + tierA.place()
              + " does not match this benchmark file: "
              + String.join("; ", differences)
              + (tierA.process().isPresent()
                  ? ". It may be left over from an earlier run. Stop process "
                      + hello.getProcessId()
                      + "."
                  : plan.provider().preparation().isPresent()
                      ? ". Run quartet up."
                      : ". Install the files of quartet package there, and restart its service."));
    }
  }

  private static QuartetException didNotStart(OwnedProcess process, QuartetException cause) {
    return QuartetException.environment(
        "TIER_A_DID_NOT_START",
        cause.getMessage()
            + (process.isAlive()
                ? ""
                : " Process " + process.name() + " ended with exit status " + process.exitCode())
            + "\nThe end of its log:\n"
            + process.logTail(),
        cause);
  }

  public Map<VmSet, TierAClient> clients() {
    return Map.copyOf(clients);
  }

  /** The description that each of them gave of itself. */
  public Map<VmSet, HelloReply> greetings() {
    return Map.copyOf(greetings);
  }

  /** Process ids by Set, of those that run on this machine. */
  public Map<VmSet, Long> processIds() {
    Map<VmSet, Long> ids = new LinkedHashMap<>();
    greetings.forEach(
        (set, hello) ->
            processes.get(set).process().ifPresent(own -> ids.put(set, hello.getProcessId())));
    return ids;
  }

  public TierAProcess process(VmSet set) {
    return processes.get(set);
  }

  public boolean isAlive(VmSet set) {
    return processes.get(set).isAlive();
  }

  @Override
  public void close() {
    clients.values().forEach(TierAClient::close);
    processes.values().forEach(TierAProcess::requestStop);
    processes.values().forEach(TierAProcess::stop);
    network.close();
  }
}
