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

/**
 * A worker that can take part in a run.
 *
 * @param client connection to it
 * @param part its part of the load
 * @param version what it says it is
 * @param processId of its process, on its machine
 * @param offset of its clock
 */
record Worker(
    WorkerClient client, LoadPart part, KitVersion version, long processId, ClockOffset offset) {

  private static final Duration ONE_TRY = Duration.ofMillis(500);

  /**
   * Connects, makes sure that it is of our version, and reads its clock.
   *
   * @param client is closed if that fails
   * @param ours our version
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
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "WORKER_OTHER_VERSION",
          client.describe()
              + " is Quartet "
              + version
              + ", protocol "
              + hello.getProtocolVersion()
              + "; this is Quartet "
              + ours
              + ", protocol "
              + WorkerMessages.PROTOCOL_VERSION
              + ". Install the same build on both machines.");
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
