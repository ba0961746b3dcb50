package io.quartet.cli;

import io.quartet.model.RunPlan.Engine;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.server.TierAOptions;
import io.quartet.tiera.server.TierAServer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Stands in for the command line, which this module must not know: only the verb {@code tier-a},
 * which the driver starts by this class name.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    String[] listen = options.get("--listen").split(":");
    VmGroup group = VmGroup.values()[Integer.parseInt(listen[0].split("\\.")[2]) - 1];
    TierAServer server =
        TierAServer.start(
            new TierAOptions(
                new VmSet(group, 1),
                listen[0],
                Integer.parseInt(listen[1]),
                connection(options.get("--dss")),
                connection(options.get("--oltp")),
                new ModelParameters(
                    number(options, "--load-units"),
                    number(options, "--active-load-units"),
                    number(options, "--trade-days"),
                    number(options, "--news-length"),
                    number(options, "--seed")),
                (int) number(options, "--user-sessions"),
                (int) number(options, "--market-sessions"),
                Engine.STANDARD,
                Optional.empty()));
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
