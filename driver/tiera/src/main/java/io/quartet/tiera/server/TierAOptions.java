package io.quartet.tiera.server;

import io.quartet.model.VmSet;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.Tls;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.wire.RunToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one Tier A process needs to know. Passwords are not part of it: libpq reads them from {@code
 * PGPASSFILE}.
 *
 * @param address address to listen on; loopback unless the operator says otherwise
 * @param port port to listen on; 0 takes a free one
 * @param dss connection string of VM2, for instance {@code host=127.1.1.2 port=5432 dbname=quartet
 *     user=quartet}, or {@code DSN=quartet-a1-vm2} with ODBC
 * @param oltp the same of VM3
 * @param model what is loaded in both databases
 * @param userSessions most sessions for Customer Emulator transactions, at least 1
 * @param marketSessions most sessions for Trade-Result, Market-Feed, Data-Maintenance and
 *     Trade-Cleanup, at least 1
 * @param engine access path, statements and isolation
 * @param tls certificates of this Tier A; empty where it listens on a loopback address
 * @param token secret of the run that started it, without which it refuses every call; empty for a
 *     service
 */
public record TierAOptions(
    VmSet set,
    String address,
    int port,
    String dss,
    String oltp,
    ModelParameters model,
    int userSessions,
    int marketSessions,
    EngineOptions engine,
    Optional<Tls> tls,
    Optional<RunToken> token) {

  private static final List<String> JVM_FLAGS =
      List.of(
          "-Xmx96m",
          "-Xss512k",
          "-XX:+UseSerialGC",
          "-XX:ReservedCodeCacheSize=64m",
          "-XX:MaxDirectMemorySize=64m",
          "-Dio.grpc.netty.shaded.io.netty.allocator.numDirectArenas=1",
          "-Dio.grpc.netty.shaded.io.netty.allocator.numHeapArenas=1",
          "-Dio.grpc.netty.shaded.io.netty.allocator.maxOrder=5");

  /** From this length on the optimising compiler saves more CPU than it costs. */
  private static final Duration LONG_RUN = Duration.ofMinutes(4);

  public TierAOptions {
    if (userSessions < 1 || marketSessions < 1) {
      throw new IllegalArgumentException(
          "Tier A needs at least one session of each kind, not %s and %s"
              .formatted(userSessions, marketSessions));
    }
  }

  /**
   * JVM flags for a Tier A process: a small heap, a collector without threads of its own and one
   * network buffer arena in place of two per core. Its work is in native code: for a short run the
   * quick compiler is enough.
   *
   * @param run how long the process will be under load
   */
  public static List<String> jvmFlags(Duration run) {
    List<String> flags = new ArrayList<>(JVM_FLAGS);
    if (run.compareTo(LONG_RUN) < 0) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    return flags;
  }
}
