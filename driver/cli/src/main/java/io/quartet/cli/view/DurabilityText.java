package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.report.ReportWriter;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.run.durability.DurabilityTrial;
import java.time.Instant;

/** Prints the results of a durability test, for a reader or a program. */
public final class DurabilityText {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final DurabilityTrial.Result result;
  private final Durability durability;

  public DurabilityText(DurabilityTrial.Result result) {
    this.result = result;
    this.durability = result.durability();
  }

  /** Returns 0 if every acknowledged trade exists, even if the run is INVALID otherwise. */
  public int exitCode() {
    return durability.isProven() ? 0 : QuartetException.Kind.INVALID_RUN.exitCode();
  }

  /** For programs: the content of durability.json, and where the rest is. */
  public String json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("folder", result.folder().toString());
    json.put("html", result.folder().resolve(ReportWriter.HTML).toString());
    json.set("durability", JSON.valueToTree(durability));
    return json.toPrettyString() + System.lineSeparator();
  }

  /** For people: the verdict, the missing trades, a line per kill. */
  public String table() {
    StringBuilder text = new StringBuilder(verdict());
    Acknowledged trades = durability.acknowledged();
    trades.examples().forEach(trade -> text.append(line(trade)));
    if (trades.missing() > trades.examples().size()) {
      text.append(Text.line("  and %,d more%n", trades.missing() - trades.examples().size()));
    }
    text.append(
        Text.line(
            "%-8s %-21s %10s %12s %9s %9s %12s %9s%n",
            "killed",
            "at (UTC)",
            "load for",
            "checkpoint",
            "noticed",
            "database",
            "application",
            "business"));
    durability.kills().forEach(kill -> text.append(line(kill)));
    durability.kills().stream()
        .findFirst()
        .ifPresent(
            kill ->
                text.append(
                    Text.line(
                        "business: time from the start of the server until throughput is back at 95 %% of %s"
                            + " etps (before the first kill), over %,d s%n",
                        Text.figure(kill.throughputBefore(), 1), kill.windowSeconds())));
    text.append(
        Text.line(
            "Only processes were killed, so the caches of the disks were not tested. A run that"
                + " loses a server is never valid.%n"));
    return Folded.lines(text.toString())
        + Text.line("report: %s%n", result.folder().resolve(ReportWriter.HTML));
  }

  private String verdict() {
    Acknowledged trades = durability.acknowledged();
    return Text.line(
        "%s: %,d of %,d acknowledged orders and %,d results are missing; in doubt (not"
            + " acknowledged): %,d orders, %,d results%n",
        durability.isProven() ? "durable" : "NOT DURABLE",
        trades.missing(),
        trades.orders(),
        trades.results(),
        durability.inDoubt().orders(),
        durability.inDoubt().results());
  }

  private static String line(Missing trade) {
    return Text.line(
        "  %s trade %d: %s acknowledged at %s, %s%n",
        trade.set(),
        trade.trade(),
        trade.what(),
        Instant.ofEpochMilli(trade.utcMillis()),
        trade.found().isEmpty() ? "not in the database" : "in the database as " + trade.found());
  }

  private static String line(Kill kill) {
    return Text.line(
        "%-8s %-21s %10s %12s %9s %9s %12s %9s%n",
        kill.vm(),
        Instant.ofEpochMilli(kill.utcMillis() / 1_000 * 1_000),
        Text.line("%.1f s", kill.steadySeconds()),
        Text.line("%.0f s ago", (kill.utcMillis() - kill.checkpointUtcMillis()) / 1e3),
        seconds(kill.lostMillis()),
        seconds(kill.databaseRecoveryMillis()),
        seconds(kill.applicationRecoveryMillis()),
        seconds(kill.businessRecoveryMillis()));
  }

  private static String seconds(Long millis) {
    return millis == null ? "never" : Text.line("%.1f s", millis / 1e3);
  }
}
