package io.quartet.report.internal.run;

import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Fact;
import io.quartet.report.section.Start;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.CacheWarmed;
import io.quartet.results.events.RunEvent.CachesCleared;
import io.quartet.results.events.RunEvent.QuietStart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What was done right before the first request. */
public final class StartFigures {

  private static final Table<QuietStart> QUIET =
      Table.of(
          Column.<QuietStart>seconds("checkpointSeconds", start -> start.checkpointMillis() / 1e3)
              .meaning("Length of the checkpoints of all databases, made at the same time."),
          Column.words("withoutCheckpoint", QuietStart::withoutCheckpoint)
              .meaning("Databases whose role may not make a checkpoint."),
          Column.<QuietStart>seconds("waitedSeconds", start -> start.waitedMillis() / 1e3)
              .meaning("Wait for quiet disks and autovacuum after the checkpoints."),
          Column.words("disks", QuietStart::disks)
              .meaning("Disks of the driver's machine that were watched."),
          Column.words("busy", QuietStart::busy)
              .meaning("What was still busy at the end of the wait; none if all was quiet."));

  private static final Table<CachesCleared> CLEARED =
      Table.of(
          Column.words("servers", CachesCleared::servers).meaning("Databases that were restarted."),
          Column.words("pageCaches", CachesCleared::pageCaches)
              .meaning("Machines whose page cache was dropped."),
          Column.words("kept", CachesCleared::kept)
              .meaning("Machines whose page cache was kept, with the reason."));

  private static final Table<CacheWarmed> WARMED =
      Table.of(
          Column.word("vm", CacheWarmed::vm),
          Column.<CacheWarmed>count("bytes", CacheWarmed::bytes)
              .meaning("Tables and indexes that pg_prewarm read into the shared buffers."),
          Column.<CacheWarmed>count("allBytes", CacheWarmed::allBytes)
              .meaning("All tables and indexes of the database."));

  /** In JSON. */
  static final Table<Start> TABLE =
      Table.of(
          Column.part("cleared", CLEARED, Start::cleared)
              .orNull()
              .meaning("Caches that were cleared (caches: clear); null if none were."),
          Column.rows("warmed", WARMED, Start::warmed)
              .meaning("Caches that were warmed (caches: warm), by database."),
          Column.part("quiet", QUIET, Start::quiet)
              .orNull()
              .meaning("Checkpoints and the wait for quiet machines; null if not recorded."));

  private StartFigures() {}

  /** What the events of a run tell of it. */
  static Start start(ReportData data) {
    return new Start(
        LoggedEvent.only(data.events(), CachesCleared.class).findFirst().orElse(null),
        LoggedEvent.only(data.events(), CacheWarmed.class)
            .sorted(Comparator.comparing(CacheWarmed::vm))
            .toList(),
        LoggedEvent.only(data.events(), QuietStart.class).findFirst().orElse(null));
  }

  /** What can be compared of its caches; empty if they were kept. */
  public static List<Fact> caches(ReportData data) {
    Start start = start(data);
    List<Fact> facts = new ArrayList<>();
    if (start.cleared() != null) {
      facts.add(new Fact("cleared", cleared(start.cleared())));
    }
    for (CacheWarmed warmed : start.warmed()) {
      facts.add(
          new Fact(
              "warmed: " + warmed.vm(),
              Format.figure(100.0 * warmed.bytes() / Math.max(1, warmed.allBytes()), 0)
                  + " % of tables and indexes"));
    }
    return List.copyOf(facts);
  }

  /** In words; empty if nothing was recorded. */
  static List<Fact> inWords(Start start) {
    List<Fact> facts = new ArrayList<>();
    if (start.cleared() != null) {
      facts.add(new Fact("caches cleared", cleared(start.cleared())));
    }
    if (!start.warmed().isEmpty()) {
      facts.add(new Fact("caches warmed", warmed(start.warmed())));
    }
    if (start.quiet() != null) {
      add(start.quiet(), facts);
    }
    return List.copyOf(facts);
  }

  private static String cleared(CachesCleared cleared) {
    List<String> parts = new ArrayList<>();
    parts.add(Format.counted(cleared.servers().size(), "server") + " restarted");
    if (!cleared.pageCaches().isEmpty()) {
      parts.add("page cache dropped: " + String.join(", ", cleared.pageCaches()));
    }
    if (!cleared.kept().isEmpty()) {
      parts.add("page cache kept: " + String.join(", ", cleared.kept()));
    }
    return String.join("; ", parts);
  }

  private static String warmed(List<CacheWarmed> warmed) {
    return Format.memory(warmed.stream().mapToLong(CacheWarmed::bytes).sum())
        + " of "
        + Format.memory(warmed.stream().mapToLong(CacheWarmed::allBytes).sum())
        + " in the shared buffers of "
        + Format.counted(warmed.size(), "database");
  }

  private static void add(QuietStart quiet, List<Fact> facts) {
    String denied = String.join(", ", quiet.withoutCheckpoint());
    facts.add(
        new Fact(
            "checkpoint before the load",
            Format.after(quiet.checkpointMillis())
                + (denied.isEmpty() ? "" : "; not allowed on " + denied)));
    facts.add(
        new Fact(
            "wait for quiet machines",
            Format.after(quiet.waitedMillis())
                + (quiet.disks().isEmpty() ? "; no disk was watched" : "")
                + (quiet.busy().isEmpty()
                    ? ""
                    : "; still busy then: " + String.join(", ", quiet.busy()))));
  }
}
