package io.quartet.audit.internal.agreement;

import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.results.Finding;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.ServerKilled;
import io.quartet.results.events.RunEvent.ServerRecovered;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Acknowledgement.What;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.folder.ResultsFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code durability.json} and {@code acknowledged.csv}, which a run of {@code audit --durability}
 * leaves, against each other, the bookkeeping and the events.
 */
public final class Journal {

  private static final Map<What, TransactionType> TYPES =
      new EnumMap<>(
          Map.of(
              What.ORDER, TransactionType.TRADE_ORDER, What.RESULT, TransactionType.TRADE_RESULT));

  private final Contradictions found = new Contradictions();
  private final Map<Place, Long> journaled = new HashMap<>();
  private final Map<What, Long> all = new EnumMap<>(What.class);

  private Journal() {}

  private record Place(VmSet set, What what) {}

  /** Also of a run that another one is judged by. */
  public static List<Finding> findings(RunResults run) {
    return contradictions(run).findings();
  }

  static Contradictions contradictions(RunResults run) {
    Journal journal = new Journal();
    boolean hasSummary = run.folder().has(Durability.NAME);
    boolean hasJournal = run.folder().has(AcknowledgedCsv.NAME);
    boolean hasKills = LoggedEvent.only(run.events(), ServerKilled.class).findAny().isPresent();
    if (!hasSummary && !hasJournal && !hasKills) {
      return journal.found;
    }
    if (!hasSummary || !hasJournal) {
      journal.found.add(hasSummary ? AcknowledgedCsv.NAME : Durability.NAME, "is missing");
      return journal.found;
    }
    Durability durability = Durability.read(run.folder());
    journal.read(run.folder(), durability.inDoubt().orders());
    journal.compareWithBooks(run);
    journal.compareWithSummary(durability, run.figures());
    journal.compareKills(durability, run);
    return journal.found;
  }

  private void read(ResultsFolder folder, long ordersInDoubt) {
    Map<What, Set<String>> trades =
        Map.of(What.ORDER, new HashSet<>(), What.RESULT, new HashSet<>());
    new RunFiles(folder)
        .acknowledged(
            one -> {
              String trade = one.trade() + " of " + one.set().name();
              if (!trades.get(one.what()).add(trade)) {
                found.add(AcknowledgedCsv.NAME, "trade " + trade + " was acknowledged twice");
              }
              journaled.merge(new Place(one.set(), one.what()), 1L, Long::sum);
              all.merge(one.what(), 1L, Long::sum);
            })
        .orRefuse();
    Set<String> without = new HashSet<>(trades.get(What.RESULT));
    without.removeAll(trades.get(What.ORDER));
    if (without.size() > ordersInDoubt) {
      found.add(
          AcknowledgedCsv.NAME,
          Text.counted(without.size(), "result") + " of trades without an order");
    }
  }

  private void compareWithBooks(RunResults run) {
    for (VmSet set : run.info().plan().sets()) {
      for (What what : What.values()) {
        long counted =
            run.figures()
                .whole(
                    row -> row.set().equals(set) && row.kind() == TYPES.get(what),
                    CellRow::committed);
        long acknowledged = journaled.getOrDefault(new Place(set, what), 0L);
        if (counted != acknowledged) {
          found.add(
              AcknowledgedCsv.NAME,
              Text.format(
                  "'%s' of %s: %,d, and %,d in phases.csv",
                  what.label(), set.name(), acknowledged, counted));
        }
      }
    }
  }

  private void compareWithSummary(Durability durability, RunFigures figures) {
    compare("orders", durability.acknowledged().orders(), all.getOrDefault(What.ORDER, 0L));
    compare("results", durability.acknowledged().results(), all.getOrDefault(What.RESULT, 0L));
    compare("orders in doubt", durability.inDoubt().orders(), inDoubt(figures, What.ORDER));
    compare("results in doubt", durability.inDoubt().results(), inDoubt(figures, What.RESULT));
    long shown = Math.min(durability.acknowledged().missing(), Durability.MOST_EXAMPLES);
    compare("missing trades", shown, durability.acknowledged().examples().size());
    boolean isProven =
        Durability.of(durability.kills(), durability.acknowledged(), durability.inDoubt())
            .isProven();
    if (isProven != durability.isProven()) {
      found.add(Durability.NAME, "states a verdict that contradicts its own figures");
    }
  }

  private static long inDoubt(RunFigures figures, What what) {
    return figures.whole(
        row -> row.kind() == TYPES.get(what), row -> row.outcomes().of(Outcome.IN_DOUBT));
  }

  private void compare(String what, long summed, long counted) {
    if (summed != counted) {
      found.add(
          Durability.NAME,
          Text.format("%,d %s, and %,d in the other files", summed, what, counted));
    }
  }

  private static String recovery(String vm, long millis) {
    return Text.format("%s %,d ms", vm, millis);
  }

  private void compareKills(Durability durability, RunResults run) {
    List<String> summed = new ArrayList<>();
    for (Kill kill : durability.kills()) {
      summed.add(recovery(kill.vm(), kill.databaseRecoveryMillis()));
      long at = kill.utcMillis() - run.info().startedUtcMillis();
      if (!run.info().plan().timeline().at(Duration.ofMillis(at)).name().equals(kill.phase())) {
        found.add(Durability.NAME, kill.vm() + " was not killed in phase " + kill.phase());
      }
    }
    List<String> told =
        LoggedEvent.only(run.events(), ServerRecovered.class)
            .map(event -> recovery(event.vm(), event.afterMillis()))
            .toList();
    long kills = LoggedEvent.only(run.events(), ServerKilled.class).count();
    if (!summed.equals(told) || kills != told.size()) {
      found.add(Durability.NAME, "recoveries " + summed + ", but the events report " + told);
    }
  }
}
