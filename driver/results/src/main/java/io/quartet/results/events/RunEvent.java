package io.quartet.results.events;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something that happens in a run and is worth a line in {@code events.jsonl}. The components of a
 * record are the fields of its line, in their order. Text that an older kit left out is empty, and
 * a number 0.
 */
public sealed interface RunEvent {

  /** Name in {@code events.jsonl}. */
  default String name() {
    return EventForm.name(this);
  }

  /** The written fields, in this order. */
  default Map<String, ?> fields() {
    return EventForm.fields(this);
  }

  @Written(
      as = "clockOffset",
      when =
          "the clock of a VM or worker was read, before the run; on other machines every minute and"
              + " at the end too",
      verdict =
          "`clocks`: a warning above 10 ms, INVALID above 50 ms; `topology`: a sign of the VM")
  record ClockRead(ClockOffset offset) implements RunEvent {}

  @Written(as = "clockApart", when = "the clock of a VM or worker is more than 10 ms off")
  record ClockApart(ClockOffset offset) implements RunEvent {}

  @Written(as = "cachesCleared", when = "`caches` is `clear`: all caches were cleared")
  record CachesCleared(
      @Means("VMs whose servers were restarted") List<String> servers,
      @Means("machines whose page cache was dropped") List<String> pageCaches,
      @Means("machines whose page cache was kept, with the reason") List<String> kept)
      implements RunEvent {}

  @Written(as = "cacheWarmed", when = "`caches` is `warm`: the cache of a database was warmed")
  record CacheWarmed(
      String vm,
      @Means("bytes of tables and indexes that were read into shared buffers") long bytes,
      @Means("bytes of all its tables and indexes") long allBytes)
      implements RunEvent {}

  @Written(
      as = "quietStart",
      when = "the checkpoints were made, and disks and autovacuum were quiet or 30 s had passed")
  record QuietStart(
      @Means("time of the checkpoints, milliseconds") long checkpointMillis,
      @Means("VMs whose role may not make a checkpoint") List<String> withoutCheckpoint,
      @Means("time of the wait after them, milliseconds") long waitedMillis,
      @Means("disks of the driver's machine that were watched") List<String> disks,
      @Means("what was still busy at the end, with the reason; none if all was quiet")
          List<String> busy)
      implements RunEvent {}

  @Written(as = "runStart", when = "the load is about to begin")
  record RunStart(@Means("id of the run") String runId) implements RunEvent {}

  @Written(as = "phaseSwitch", when = "a segment began")
  record PhaseSwitch(String phase) implements RunEvent {}

  @Written(
      as = "phaseInEffect",
      when = "the first customer request of a segment is known, about a second after it was sent",
      verdict = "`phase-switches`: an official run has none above 50 ms")
  record PhaseInEffect(
      String phase,
      @Means("time from the switch to the sending of its first customer request, microseconds")
          long afterMicros)
      implements RunEvent {}

  @Written(as = "marketBacklog", when = "a segment ended; one for each Set")
  record MarketBacklog(
      String set,
      String phase,
      @Means("orders whose Trade-Result is due and has no committed answer") long due,
      @Means("orders without a committed Trade-Result, these among them") long open)
      implements RunEvent {}

  @Written(
      as = "checkpoint",
      when = "a database was seen to have begun a checkpoint",
      verdict = "`checkpoints`: an official run has one in 30 minutes")
  record Checkpoint(
      String vm,
      @Means("timed checkpoints since the statistics began") long timed,
      @Means("requested checkpoints since then") long requested)
      implements RunEvent {}

  @Written(
      as = "error",
      when = "an unexpected answer came; the first of each transaction and cause")
  record UnexpectedAnswer(
      String set,
      @Means("for instance `Trade-Order`") String transaction,
      @Means("SQLSTATE, status or kind of failure") String cause,
      @Means("what the engine said") String message)
      implements RunEvent {}

  /** A VM has requests and does not answer them. */
  record VmTrouble(
      Kind kind,
      String set,
      String vm,
      String reason,
      @Means("requests without an answer") long waiting)
      implements RunEvent {

    /** The kind of the warning. */
    public enum Kind {
      @Written(
          as = "databaseLost",
          when = "the connection to a database failed",
          verdict = "`nothing-lost`: INVALID")
      DATABASE_LOST,
      @Written(
          as = "tierALost",
          when = "the connection to a Tier A failed",
          verdict = "`nothing-lost`: INVALID")
      TIER_A_LOST,
      @Written(
          as = "databaseSilent",
          when = "a database has requests and has answered none for 5 s",
          verdict = "`nothing-silent`: a warning")
      DATABASE_SILENT
    }
  }

  /** The end of a {@link VmTrouble}. */
  record VmRestored(
      Kind kind,
      String set,
      String vm,
      @Means("milliseconds since it was lost or gave its last answer") long lostMillis,
      @Means("attempts that failed meanwhile") long failed)
      implements RunEvent {

    /** The part that answers again. */
    public enum Kind {
      @Written(as = "databaseRestored", when = "a lost or silent database answers again")
      DATABASE,
      @Written(as = "tierARestored", when = "a lost Tier A answers again")
      TIER_A
    }
  }

  @Written(
      as = "processEnded",
      when = "the process of a VM ended",
      verdict = "`nothing-lost`: INVALID")
  record ProcessEnded(String vm, @Means("end of its log; empty of a Tier A") String log)
      implements RunEvent {}

  @Written(
      as = "toolFailed",
      when =
          "a process of a tool ended before its time or with an error, or what it printed cannot be"
              + " right",
      verdict = "`tool-processes`: INVALID")
  record ToolFailed(
      String vm,
      String phase,
      @Means("its exit code; 128 and the number of the signal that ended it") long exitCode,
      @Means("what it printed beside its summary") String output)
      implements RunEvent {}

  @Written(as = "workerLost", when = "a worker died or was cut off", verdict = "`workers`: INVALID")
  record WorkerLost(
      @Means("its `HOST:PORT`") String address,
      String reason,
      @Means("names of its Sets") List<String> sets,
      @Means("end of its last figures, after which nothing is known; milliseconds since 1970")
          long lastReportUtcMillis)
      implements RunEvent {}

  @Written(
      as = "serverLockLost",
      when = "the lock that keeps other drivers off a prepared server was lost")
  record ServerLockLost(String vm, String reason) implements RunEvent {}

  @Written(as = "serverLockRestored", when = "a lost lock was taken again")
  record ServerLockRestored(
      String vm, @Means("milliseconds since the loss was noticed") long lostMillis)
      implements RunEvent {}

  @Written(
      as = "serverInUse",
      when = "another driver has taken a lost lock and may have used the database",
      verdict = "`nothing-lost`: INVALID")
  record ServerInUse(String vm, @Means("the driver that has it") String holder)
      implements RunEvent {}

  @Written(
      as = "serverKilled",
      when = "`audit --durability` killed a server with all its sessions",
      verdict = "`durability`: as many as `durability.json` has kills")
  record ServerKilled(String vm) implements RunEvent {}

  @Written(as = "serverRecovered", when = "a killed server accepts connections again")
  record ServerRecovered(String vm, @Means("milliseconds since the kill") long afterMillis)
      implements RunEvent {}

  /** A step of an event of the benchmark file. */
  record PlannedEventStep(
      Kind kind,
      @Means("name of the event in the file") String title,
      @Means("VM or machine, as in the file") String on,
      @Means("moment by the file, milliseconds since 1970") long plannedUtcMillis,
      @Means("when it was begun, milliseconds since 1970") long begunUtcMillis,
      @Means("0 if it was done") long exitCode,
      @Means("what was printed, or why it was not done; at most 2,000 characters") String output)
      implements RunEvent {

    /** The step. */
    public enum Kind {
      @Written(as = "plannedEventBegan", when = "an event of the benchmark file is in force")
      BEGAN,
      @Written(as = "plannedEventEnded", when = "an event of the benchmark file was taken back")
      ENDED
    }
  }

  @Written(as = "collectorFailed", when = "nothing more is collected of a machine; the run goes on")
  record CollectorFailed(@Means("first VM of the machine, or `host`") String vm, String reason)
      implements RunEvent {}

  @Written(
      as = "plansMissing",
      when = "the plans of a database could not be captured; the run goes on")
  record PlansMissing(
      String vm, @Means("of the capture: `before` or `after` the run") String moment, String reason)
      implements RunEvent {}

  /** Statistics of a database are left out from now on. */
  record StatisticsLeftOut(
      Kind kind, String vm, @Means("of the statistics") String source, String reason)
      implements RunEvent {

    /** Why. */
    public enum Kind {
      @Written(as = "statisticsDenied", when = "a database does not let statistics be read")
      DENIED,
      @Written(as = "statisticsMissing", when = "a database does not have these statistics")
      MISSING
    }
  }

  @Written(as = "runEnd", when = "the load has ended")
  record RunEnd(@Means("why before its time; absent otherwise") Optional<String> abortReason)
      implements RunEvent {}

  @Written(as = "stage", when = "a stage of the benchmark has ended; written when the run closes")
  record StageEnd(
      @Means("`up`, `load`, `check before`, `prepare`, `run`, `check after`") String stage,
      @Means("its length, milliseconds") long millis)
      implements RunEvent {}

  /** An event of another version of the kit, as it was read. */
  record Unknown(String name, Map<String, JsonNode> fields) implements RunEvent {
    public Unknown {
      fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }
  }
}
