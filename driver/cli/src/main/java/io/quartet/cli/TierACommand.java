package io.quartet.cli;

import io.quartet.model.RunPlan.TradeResultIsolation;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.server.TierAOptions;
import io.quartet.tiera.server.TierAServer;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tier-a}: the service of VM1. */
@Command(
    name = "tier-a",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs the Tier A service of one Set (VM1) until it is told to stop.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  PGPASSFILE=pgpass quartet tier-a --listen 127.1.1.1:15432 \\",
      "      --dss 127.1.1.2:15432 --oltp 127.1.1.3:15432 --load-units 1 \\",
      "      --trade-days 1 --news-length 10000 --seed 42 --user-sessions 16 \\",
      "      --market-sessions 8",
      "  PGPASSFILE=/etc/pgpass quartet tier-a --listen 10.0.3.11:15432 \\",
      "      --dss 10.0.3.12:5432 --oltp 10.0.3.13:5432 --load-units 40 \\",
      "      --trade-days 125 --news-length 100000 --seed 7 \\",
      "      --user-sessions 64 --market-sessions 8"
    })
final class TierACommand implements Callable<Integer> {

  /** The embedded provider's addresses, 127.set.group.vm: design.md section 4. */
  private static final Pattern LOOPBACK = Pattern.compile("127\\.(\\d{1,3})\\.([1-4])\\.1");

  @Option(
      names = "--listen",
      required = true,
      paramLabel = "ADDRESS:PORT",
      converter = Endpoint.Converter.class,
      description = "Where the driver reaches this service.")
  private Endpoint listen;

  @Option(
      names = "--dss",
      required = true,
      paramLabel = "ADDRESS:PORT",
      converter = Endpoint.Converter.class,
      description = "Database of VM2. The password comes from PGPASSFILE.")
  private Endpoint dss;

  @Option(
      names = "--oltp",
      required = true,
      paramLabel = "ADDRESS:PORT",
      converter = Endpoint.Converter.class,
      description = "Database of VM3.")
  private Endpoint oltp;

  @Option(
      names = "--load-units",
      required = true,
      paramLabel = "N",
      description = "Load Units in both databases.")
  private int loadUnits;

  @Option(
      names = "--trade-days",
      required = true,
      paramLabel = "N",
      description = "Trade days loaded.")
  private int tradeDays;

  @Option(
      names = "--news-length",
      required = true,
      paramLabel = "N",
      description = "Characters of a news item.")
  private int newsLength;

  @Option(
      names = "--seed",
      required = true,
      paramLabel = "N",
      description = "Seed of the data of this Set.")
  private long seed;

  @Option(
      names = "--user-sessions",
      required = true,
      paramLabel = "N",
      description = "Most database sessions for customers.")
  private int userSessions;

  @Option(
      names = "--market-sessions",
      required = true,
      paramLabel = "N",
      description = "Most database sessions for the market and for Data-Maintenance.")
  private int marketSessions;

  @Option(
      names = "--repeatable-read",
      description = "Runs Trade-Result at REPEATABLE READ in place of SERIALIZABLE.")
  private boolean isRepeatableRead;

  @Override
  public Integer call() throws InterruptedException {
    TierAOptions options =
        new TierAOptions(
            setAt(listen.address()),
            listen.address(),
            listen.port(),
            dss.connectionString(),
            oltp.connectionString(),
            new ModelParameters(loadUnits, loadUnits, tradeDays, newsLength, seed),
            userSessions,
            marketSessions,
            isRepeatableRead
                ? TradeResultIsolation.REPEATABLE_READ
                : TradeResultIsolation.SERIALIZABLE);
    try (TierAServer server = TierAServer.start(options)) {
      server.closeOnShutdown();
      server.awaitTermination();
    }
    return 0;
  }

  /** The Set an address of the embedded provider belongs to; any other address counts as a1. */
  static VmSet setAt(String address) {
    Matcher matcher = LOOPBACK.matcher(address);
    if (matcher.matches()) {
      int number = Integer.parseInt(matcher.group(1));
      int groupNumber = Integer.parseInt(matcher.group(2));
      for (VmGroup group : VmGroup.values()) {
        if (group.number() == groupNumber && number >= 1 && number <= 250) {
          return new VmSet(group, number);
        }
      }
    }
    return new VmSet(VmGroup.A, 1);
  }
}
