package io.quartet.run.internal.load;

import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.os.KitVersion;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.system.WorkerFacts;
import io.quartet.run.protocol.WorkerHelloReply;
import java.time.Duration;
import java.util.function.IntConsumer;

/** A worker that can take part in a run. */
record Worker(
    WorkerClient client, LoadPart part, KitVersion version, long processId, ClockOffset offset) {

  private static final Duration ONE_TRY = Duration.ofMillis(500);

  /**
   * Connects, makes sure that it is of our version, and reads its clock.
   *
   * @param client is closed if that fails
   * @param longest how long it has for its first answer
   * @param requireAlive throws if the process of that number is known to be gone
   * @throws QuartetException WORKER_UNREACHABLE, WORKER_OTHER_VERSION
   */
  static Worker connect(
      WorkerClient client,
      LoadPart part,
      KitVersion ours,
      Duration longest,
      IntConsumer requireAlive) {
    try {
      WorkerHelloReply hello = hello(client, longest, requireAlive);
      KitVersion version = new KitVersion(hello.getVersion(), hello.getCommit());
      requireSameVersion(client, hello, version, ours);
      return new Worker(client, part, version, hello.getProcessId(), client.measureClock());
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private static WorkerHelloReply hello(
      WorkerClient client, Duration longest, IntConsumer requireAlive) {
    long deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      try {
        return client.hello(ONE_TRY, longest);
      } catch (QuartetException e) {
        requireAlive.accept(client.number());
        if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
          throw e;
        }
      }
    }
  }

  private static void requireSameVersion(
      WorkerClient client, WorkerHelloReply hello, KitVersion version, KitVersion ours) {
    boolean isSame =
        hello.getProtocolVersion() == WorkerMessages.PROTOCOL_VERSION && version.isSameAs(ours);
    if (!isSame) {
      throw QuartetException.environment(
          "WORKER_OTHER_VERSION",
          ("%s is Quartet %s, protocol %s; this is Quartet %s, protocol %s. Install the same build "
                  + "on both machines.")
              .formatted(
                  client.describe(),
                  version,
                  hello.getProtocolVersion(),
                  ours,
                  WorkerMessages.PROTOCOL_VERSION));
    }
  }

  /** For {@code run.json}. */
  WorkerFacts facts(RunPlan plan) {
    return new WorkerFacts(
        client.number(),
        client.address().toString(),
        version.version(),
        version.commit(),
        processId,
        offset.offsetMicros(),
        offset.uncertaintyMicros(),
        part.sets(plan).stream().map(VmSet::name).toList());
  }
}
