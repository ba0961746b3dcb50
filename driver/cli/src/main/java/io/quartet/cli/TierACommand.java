package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.cli.option.DatabaseAddress;
import io.quartet.cli.option.Endpoint;
import io.quartet.cli.option.SetNameConverter;
import io.quartet.cli.option.TlsOptions;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.EngineOptions.Access;
import io.quartet.model.plan.EngineOptions.Statements;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import io.quartet.tiera.engine.Engine;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.EngineSession;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.server.TierAOptions;
import io.quartet.tiera.server.TierAServer;
import io.quartet.tiera.wire.RunToken;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tier-a}: the service of VM1. */
@Command(
    name = "tier-a",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Runs the Tier A service of one Set (VM1) until it is told to stop.",
    footer = {
      "  PGPASSFILE=pgpass quartet tier-a --listen 127.1.1.1:15432 \\",
      "      --dss 127.1.1.2:15432 --oltp 127.1.1.3:15432 --load-units 1 \\",
      "      --trade-days 1 --news-length 10000 --seed 42 --user-sessions 16 \\",
      "      --market-sessions 8",
      "  PGPASSFILE=/etc/pgpass ODBCINI=/etc/quartet/odbc.ini quartet tier-a \\",
      "      --access odbc --listen 10.0.3.11:15432 --dss DSN=quartet-a1-vm2 \\",
      "      --oltp DSN=quartet-a1-vm3 --load-units 40 --trade-days 125 \\",
      "      --news-length 100000 --seed 7 --user-sessions 64 --market-sessions 8 \\",
      "      --tls-authority authority.pem --tls-certificate a1.pem --tls-key a1.key"
    })
final class TierACommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--listen",
      required = true,
      paramLabel = "ADDRESS:PORT",
      converter = Endpoint.Converter.class,
      description = "Where the driver reaches this service.")
  private Endpoint listen;

  @Option(
      names = "--set",
      paramLabel = "NAME",
      defaultValue = "a1",
      converter = SetNameConverter.class,
      description = "Set it serves, for the log. Default: ${DEFAULT-VALUE}.")
  private VmSet set;

  @Option(
      names = "--dss",
      paramLabel = "ADDRESS:PORT",
      converter = DatabaseAddress.Converter.class,
      description =
          "Database of VM2. The password comes from PGPASSFILE. With --access odbc also"
              + " DSN=NAME, a data source of the file that ODBCINI names.")
  private DatabaseAddress dss;

  @Option(
      names = "--oltp",
      paramLabel = "ADDRESS:PORT",
      converter = DatabaseAddress.Converter.class,
      description = "Database of VM3.")
  private DatabaseAddress oltp;

  @Option(
      names = "--load-units",
      required = true,
      paramLabel = "N",
      description = "Load Units in both databases.")
  private int loadUnits;

  @Option(
      names = "--active-load-units",
      paramLabel = "N",
      description = "Load Units the run uses, the first ones by id; all of them unless given.")
  private Integer activeLoadUnits;

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
      names = "--access",
      paramLabel = "libpq|odbc|none",
      defaultValue = "libpq",
      description =
          "How it reaches the databases. none answers at once, without databases, for measuring"
              + " the driver. Default: ${DEFAULT-VALUE}.")
  private Access access;

  @Option(
      names = "--statements",
      paramLabel = "batched|plain",
      defaultValue = "batched",
      description = "plain sends one statement at a time. Default: ${DEFAULT-VALUE}.")
  private Statements statements;

  @Option(
      names = "--isolation-trade-result",
      paramLabel = "serializable|repeatable-read",
      defaultValue = "serializable",
      description = "Isolation level of Trade-Result. Default: ${DEFAULT-VALUE}.")
  private TradeResultIsolation tradeResultIsolation;

  @Option(
      names = "--probe",
      description =
          "Serves nobody: connects to both databases, prints a line of JSON for each, and ends.")
  private boolean isProbe;

  @Mixin private TlsOptions tls;

  @Override
  public Integer call() throws InterruptedException {
    requireDatabases();
    TierAOptions options =
        new TierAOptions(
            set,
            listen.address(),
            listen.port(),
            access == Access.NONE ? "" : dss.connectionString(),
            access == Access.NONE ? "" : oltp.connectionString(),
            model(),
            userSessions,
            marketSessions,
            new EngineOptions(access, Optional.empty(), statements, tradeResultIsolation),
            tls.get(),
            token());
    if (isProbe) {
      return probe(options);
    }
    try (TierAServer server = TierAServer.start(options)) {
      server.closeOnShutdown();
      server.awaitTermination();
    }
    return 0;
  }

  /** Its driver hands it over in the environment, which no other account can read. */
  private static Optional<RunToken> token() {
    try {
      return Optional.ofNullable(System.getenv(RunToken.VARIABLE)).map(RunToken::of);
    } catch (IllegalArgumentException e) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          RunToken.VARIABLE
              + " holds no token of a run. Leave it unset: only a driver sets it, for the Tier As"
              + " that it starts.",
          e);
    }
  }

  private void requireDatabases() {
    boolean hasDatabases = dss != null && oltp != null;
    boolean needsNone = access == Access.NONE;
    if (needsNone ? dss != null || oltp != null || isProbe : !hasDatabases) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          needsNone
              ? "--access none: it has no databases, so --dss, --oltp and --probe do not go with"
                  + " it. Leave them out."
              : "--dss and --oltp: both are needed. Give their addresses, or --access none to"
                  + " answer without databases.");
    }
  }

  /** What the databases hold and the run uses of it, as the options say. */
  ModelParameters model() {
    int active = activeLoadUnits == null ? loadUnits : activeLoadUnits;
    if (activeLoadUnits != null && (active < 1 || active > loadUnits)) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          ("--active-load-units: %s is not in 1..%s, the Load Units that --load-units says are "
                  + "loaded. Choose a number in it.")
              .formatted(active, loadUnits));
    }
    return new ModelParameters(loadUnits, active, tradeDays, newsLength, seed);
  }

  private int probe(TierAOptions options) {
    boolean isWell = true;
    try (Engine engine =
            new Engine(options.dss(), options.oltp(), options.model(), options.engine());
        EngineSession session = engine.openSession()) {
      for (Target database : List.of(Target.DSS, Target.OLTP)) {
        EngineReply reply = session.probe(database);
        boolean hasAnswered = reply.outcome() == Outcome.COMMITTED;
        isWell &= hasAnswered;
        ObjectNode line = new ObjectMapper().createObjectNode();
        line.put("vm", database.name().toLowerCase(Locale.ROOT));
        line.put("version", new String(reply.output(), StandardCharsets.UTF_8));
        line.put("error", hasAnswered ? "" : reply.message());
        spec.commandLine().getOut().println(line);
      }
    }
    spec.commandLine().getOut().flush();
    return isWell ? 0 : QuartetException.Kind.ENVIRONMENT.exitCode();
  }
}
