package io.quartet.report.internal.run;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.InDoubt;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import java.util.function.Function;

/** What became of servers that were killed on purpose. */
public final class DurabilityFigures {

  private static final Table<Kill> KILL =
      Table.of(
          Column.word("vm", Kill::vm).titled("VM killed"),
          Column.of("phase", Column.type("string"), Kill::phase).titled("Phase"),
          Column.count("utcMillis", Kill::utcMillis).shownBy("When", Format::utc).left(),
          Column.seconds("steadySeconds", Kill::steadySeconds)
              .shownBy("Measured load before", length -> Format.figure(length, 1) + " s"),
          Column.count("checkpointUtcMillis", Kill::checkpointUtcMillis)
              .shownBy("Last checkpoint before", Format::utc),
          after("lostMillis", "noticed", Kill::lostMillis),
          Column.count("databaseRecoveryMillis", Kill::databaseRecoveryMillis)
              .under("Since the kill")
              .shown("database", kill -> Format.after(kill.databaseRecoveryMillis())),
          after("applicationRecoveryMillis", "application", Kill::applicationRecoveryMillis),
          Column.seconds("throughputBefore", Kill::throughputBefore),
          Column.count("windowSeconds", Kill::windowSeconds),
          after("businessRecoveryMillis", "business", Kill::businessRecoveryMillis)
              .meaning("From the start of the server.")
              .under("Since the server's start"));

  private static final View<Kill> KILLS =
      new View<>(
          Column.joined(
              KILL.chosen("vm", "utcMillis", "phase", "steadySeconds", "checkpointUtcMillis"),
              KILL.chosen("lostMillis", "databaseRecoveryMillis", "applicationRecoveryMillis"),
              KILL.chosen("businessRecoveryMillis")));

  private static final Table<Missing> MISSING =
      Table.of(
          Column.word("set", Missing::set),
          Column.count("trade", Missing::trade),
          Column.count("utcMillis", Missing::utcMillis),
          Column.oneOf("what", Missing::what, "order", "result"),
          Column.word("found", Missing::found));

  private static final Table<Acknowledged> ACKNOWLEDGED =
      Table.of(
          Column.count("orders", Acknowledged::orders),
          Column.count("results", Acknowledged::results),
          Column.count("missing", Acknowledged::missing),
          Column.rows("examples", MISSING, Acknowledged::examples));

  private static final Table<InDoubt> IN_DOUBT =
      Table.of(Column.count("orders", InDoubt::orders), Column.count("results", InDoubt::results));

  /** In JSON. */
  static final Table<Durability> TABLE =
      Table.of(
          Column.flag("isProven", Durability::isProven),
          Column.rows("kills", KILL, Durability::kills)
              .meaning("Times are from the kill; null if it never came to that."),
          Column.part("acknowledged", ACKNOWLEDGED, Durability::acknowledged),
          Column.part("inDoubt", IN_DOUBT, Durability::inDoubt));

  private DurabilityFigures() {}

  private static Column<Kill> after(String key, String title, Function<Kill, Long> millis) {
    return Column.countOrNull(key, millis).under("Since the kill").shownBy(title, Format::after);
  }

  /** Time to recovery after each kill. */
  public static View.Shown kills(Durability durability) {
    return KILLS.of(durability.kills());
  }
}
