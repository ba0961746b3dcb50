package io.quartet.orchestrate;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmSet;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.Parallel;
import io.quartet.orchestrate.provider.TierAProcess;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.wire.NetworkThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The Tier A processes of a run and the connections to them. */
final class TierAs implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration ONE_TRY = Duration.ofSeconds(2);

  private final RunPlan plan;
  private final NetworkThreads network;
  private final Map<VmSet, TierAProcess> processes = new LinkedHashMap<>();
  private final Map<VmSet, TierAClient> clients = new ConcurrentHashMap<>();
  private final Map<VmSet, HelloReply> greetings = new ConcurrentHashMap<>();

  /** Starts one process per Set and connects to each. */
  TierAs(RunPlan plan, Deployment deployment) {
    this.plan = plan;
    this.network = new NetworkThreads("driver-network", 1, plan.driver().tls());
    try {
      plan.sets().forEach(set -> processes.put(set, deployment.startTierA(set)));
      Parallel.forEach(List.copyOf(processes.values()), processes.size(), this::connect);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void connect(TierAProcess tierA) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try {
        TierAClient client =
            TierAClient.connect(tierA.set(), tierA.host(), tierA.port(), network, ONE_TRY);
        clients.put(tierA.set(), client);
        greetings.put(tierA.set(), verified(tierA, client.hello(ONE_TRY)));
        return;
      } catch (QuartetException e) {
        if (e.kind() == QuartetException.Kind.BAD_INPUT) {
          throw e; // Certificates: its log would not help.
        }
        boolean isHopeless =
            !e.code().equals("TIER_A_UNREACHABLE")
                || !tierA.process().isAlive()
                || System.nanoTime() > deadline
                || Thread.currentThread().isInterrupted();
        if (isHopeless) {
          throw didNotStart(tierA, e);
        }
      }
    }
  }

  /** A process of somebody else on our address would answer too. */
  private HelloReply verified(TierAProcess tierA, HelloReply hello) {
    int loadUnits = plan.database().loadUnits().get(tierA.set().group());
    if (hello.getLoadUnits() != loadUnits || hello.getTradeDays() != plan.database().tradeDays()) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "TIER_A_OTHER",
          "the Tier A at "
              + tierA.host()
              + ":"
              + tierA.port()
              + " serves "
              + hello.getLoadUnits()
              + " Load Units and "
              + hello.getTradeDays()
              + " trade days, not what the benchmark file says. Is it left over? Stop process "
              + hello.getProcessId()
              + ".");
    }
    return hello;
  }

  private static QuartetException didNotStart(TierAProcess tierA, QuartetException cause) {
    return new QuartetException(
        QuartetException.Kind.ENVIRONMENT,
        "TIER_A_DID_NOT_START",
        cause.getMessage() + "\nThe end of its log:\n" + tierA.process().logTail(),
        cause);
  }

  Map<VmSet, TierAClient> clients() {
    return Map.copyOf(clients);
  }

  /** What one of them said about the engine that they all run. */
  HelloReply greeting() {
    return greetings.values().stream().findFirst().orElseThrow();
  }

  /** Process ids by Set. */
  Map<VmSet, Long> processIds() {
    Map<VmSet, Long> ids = new LinkedHashMap<>();
    greetings.forEach((set, hello) -> ids.put(set, hello.getProcessId()));
    return ids;
  }

  boolean isAlive(VmSet set) {
    return processes.get(set).process().isAlive();
  }

  @Override
  public void close() {
    clients.values().forEach(TierAClient::close);
    processes.values().forEach(tierA -> tierA.process().requestStop());
    processes.values().forEach(tierA -> tierA.process().close());
    network.close();
  }
}
