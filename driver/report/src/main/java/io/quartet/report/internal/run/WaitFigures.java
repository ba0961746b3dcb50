package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.results.statistics.WaitStatistics.Event;
import io.quartet.results.statistics.WaitStatistics.Waits;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the sessions of a database spent their time in a phase. */
public final class WaitFigures {

  private static final String SHARES = "Share of database time, %";
  private static final int MOST_EVENTS = 3;
  private static final Set<String> SHOWN = Set.of("none", "IO", "LWLock", "Lock", "Client");

  /**
   * An event in a phase.
   *
   * @param waits all of the phase
   */
  private record Share(Waits waits, Event event) {}

  private static final Table<Share> EVENTS =
      Table.of(
          word("type", share -> share.event().type()),
          word("name", share -> share.event().name()),
          figure("percent", share -> share.waits().percentOf(share.event())));

  /** In JSON. */
  public static final Table<Waits> TABLE =
      new Table<>(
          "Database time: that of active sessions, each of a sample standing for the time until the"
              + " next sample. Percent are of it.",
          List.of(
              word("phase", Waits::phase).titled("Phase"),
              oneOf("group", row -> row.group().name(), "A", "B", "C", "D"),
              word("vm", Waits::vm).titled("VM").dotted(row -> Format.group(row.group().name())),
              count("samples", Waits::samples),
              figure("activeSessions", Waits::activeSessions)
                  .meaning("On average.")
                  .shown("Active sessions", 2),
              share("workingPercent", "none")
                  .meaning("On a processor, or waiting for one.")
                  .shown("working", 1),
              share("ioPercent", "IO").shown("I/O", 1),
              share("lwLockPercent", "LWLock")
                  .meaning("Locks of the server on its own memory.")
                  .shown("LWLock", 1),
              share("lockPercent", "Lock").meaning("Locks of rows and tables.").shown("Lock", 1),
              share("clientPercent", "Client")
                  .meaning("For the next statement or for the network.")
                  .shown("client", 1),
              Column.<Waits>figure("otherPercent", row -> row.percentOutside(SHOWN))
                  .under(SHARES)
                  .shown("other", 1),
              rows("longest", EVENTS, WaitFigures::longest)
                  .meaning("The longest waits, at most three.")
                  .shown("Longest waits", WaitFigures::inWords)
                  .left()
                  .apart()));

  private static final List<Column<Waits>> FIGURES =
      TABLE.chosen(
          "vm",
          "activeSessions",
          "workingPercent",
          "ioPercent",
          "lwLockPercent",
          "lockPercent",
          "clientPercent",
          "otherPercent",
          "longest");

  /** How rows of all phases together are shown. */
  public static final View<Waits> BY_VM = new View<>(FIGURES);

  /** How rows of phases are shown. */
  public static final View<Waits> BY_PHASE =
      new View<>(Column.joined(TABLE.chosen("phase"), FIGURES));

  private WaitFigures() {}

  private static Column<Waits> share(String key, String type) {
    return Column.<Waits>figure(key, row -> row.percentIn(Set.of(type))).under(SHARES);
  }

  private static List<Share> longest(Waits row) {
    return row.longest(MOST_EVENTS).stream().map(event -> new Share(row, event)).toList();
  }

  private static String inWords(Waits row) {
    return longest(row).stream()
        .map(
            share ->
                share.event().type()
                    + " "
                    + share.event().name()
                    + " "
                    + Format.figure(row.percentOf(share.event()).orElse(0), 1)
                    + " %")
        .collect(Collectors.joining(", "));
  }
}
