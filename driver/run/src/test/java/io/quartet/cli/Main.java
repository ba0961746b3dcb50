package io.quartet.cli;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.EngineOptions.Access;
import io.quartet.model.plan.EngineOptions.Statements;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import io.quartet.run.WorkerOptions;
import io.quartet.run.WorkerServer;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.server.TierAOptions;
import io.quartet.tiera.server.TierAServer;
import io.quartet.tiera.wire.RunToken;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Stands in for the command line, which this module must not know: only the verbs {@code tier-a}
 * and {@code worker}, which the driver starts by this class name.
 */
public final class Main {

  private static final EngineOptions INSTANT =
      new EngineOptions(
          Access.NONE, Optional.empty(), Statements.BATCHED, TradeResultIsolation.SERIALIZABLE);

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i < arguments.length; i++) {
      boolean hasValue = i + 1 < arguments.length && !arguments[i + 1].startsWith("--");
      options.put(arguments[i], hasValue ? arguments[i + 1] : "");
    }
    String[] listen = options.get("--listen").split(":");
    if (arguments[0].equals("worker")) {
      serveAsWorker(listen[0], Integer.parseInt(listen[1]));
    } else {
      serveAsTierA(listen, options);
    }
  }

  private static void serveAsWorker(String address, int port) throws InterruptedException {
    WorkerServer server = WorkerServer.start(WorkerOptions.of(address, port, Optional.empty()));
    server.closeOnShutdown();
    server.awaitTermination();
  }

  private static void serveAsTierA(String[] listen, Map<String, String> options)
      throws InterruptedException {
    boolean isInstant = options.get("--access").equals("none");
    VmGroup group = VmGroup.values()[Integer.parseInt(listen[0].split("\\.")[2]) - 1];
    TierAServer server =
        TierAServer.start(
            new TierAOptions(
                new VmSet(group, Integer.parseInt(listen[0].split("\\.")[1])),
                listen[0],
                Integer.parseInt(listen[1]),
                isInstant ? "" : connection(options.get("--dss")),
                isInstant ? "" : connection(options.get("--oltp")),
                new ModelParameters(
                    number(options, "--load-units"),
                    number(options, "--active-load-units"),
                    number(options, "--trade-days"),
                    number(options, "--news-length"),
                    number(options, "--seed")),
                (int) number(options, "--user-sessions"),
                (int) number(options, "--market-sessions"),
                isInstant ? INSTANT : EngineOptions.STANDARD,
                Optional.empty(),
                Optional.ofNullable(System.getenv(RunToken.VARIABLE)).map(RunToken::of)));
    server.closeOnShutdown();
    server.awaitTermination();
  }

  private static long number(Map<String, String> options, String name) {
    return Long.parseLong(options.get(name));
  }

  private static String connection(String endpoint) {
    String[] parts = endpoint.split(":");
    return "host=" + parts[0] + " port=" + parts[1] + " dbname=quartet user=quartet";
  }
}
