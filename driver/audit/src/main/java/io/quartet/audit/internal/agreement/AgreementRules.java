package io.quartet.audit.internal.agreement;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.VmRole;
import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.DriverCsv;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.LatencyLogs;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.SqlStatesCsv;
import io.quartet.results.events.EventLog;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.LoadedCsv;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Rules that the files of a run agree. Many figures of a run are written twice, by different
 * sources. A figure that was changed in one file contradicts another file, even if the manifest was
 * changed too.
 */
public final class AgreementRules {

  public static final List<Rule> ALL =
      List.of(
          comparison(
              "files",
              "Every raw file that a run writes is there",
              "the files that every run writes, and the settings of every database; of a brokerage also"
                  + " checks, trades, inputs, loaded rows and schema. Not judged if only files are"
                  + " missing that older versions did not write",
              RawFiles::contradictions,
              RunInfo.NAME),
          comparison(
              "timetable",
              "The bookkeeping has every row of the plan, with the planned times",
              "one row for each segment, Set and transaction, from the start to the end of its"
                  + " segment",
              Timetable::contradictions,
              RunInfo.NAME,
              PhasesCsv.NAME),
          comparison(
              "counts",
              "Bookkeeping and intervals have the same counts",
              "requests and commits of every row; answers, failures and times of each Set and"
                  + " transaction. Time never goes backwards",
              Counts::contradictions,
              PhasesCsv.NAME,
              IntervalsCsv.NAME),
          comparison(
              "moments",
              "Every interval lies in its segment",
              "it ends after the segment began, and one with answers begins before the segment"
                  + " ended. 0.5 s off is allowed, and 2 s for as many requests as can be open, or if"
                  + " there are several workers. The driver's records before and after an interval"
                  + " limit when it was counted",
              Moments::contradictions,
              RunInfo.NAME,
              IntervalsCsv.NAME,
              DriverCsv.NAME),
          brokerageComparison(
              "edges",
              "Few commits cross the end of a segment",
              "begun before it and counted after it: never fewer than none. In a closed pool at most"
                  + " as many customer requests as users. Of each Set, at most as many Trade-Results as"
                  + " sessions for them, as the driver last recorded as due, and twice as many as fell"
                  + " due since at the mean rate. Not judged if a worker was lost",
              Edges::contradictions,
              PhasesCsv.NAME,
              DriverCsv.NAME),
          brokerageComparison(
                  "settlements",
                  "The databases inserted a settlement for each Trade-Result",
                  "in every sample of the OLTP databases, as many inserted rows since the first as"
                      + " Trade-Results. Fewer by those of the busiest second of the last 15 s, because"
                      + " sessions report late (before PostgreSQL 15 of the whole run; in a stall since"
                      + " 2 s before the oldest open request), and in single"
                      + " samples by those of the busiest two seconds; more by those of"
                      + " the interval of the answer, by retries and failures; either by the sessions. Not"
                      + " judged after a loss of the database or a reset of its counters, or without"
                      + " samples that count within 3 s (or 0.25 %) of both ends of the interval",
                  Settlements::contradictions,
                  IntervalsCsv.NAME,
                  PhasesCsv.NAME,
                  "stats/*/tables.csv")
              .before(AgreementRules::withoutCounts, DecidedBy.PLAN, DecidedBy.MACHINE),
          comparison(
              "histograms",
              "Histograms and bookkeeping have the same counts",
              "the same number of answers and service times in every row; percentiles, maximum and"
                  + " sum of service times within 1.5 %. Each histogram has times of its segment, as in"
                  + " `moments`. Not judged if a worker was lost, because its last 10 s are missing",
              Histograms::contradictions,
              PhasesCsv.NAME,
              LatencyLogs.PHASES,
              "latency/*.hlog"),
          brokerageComparison(
              "causes",
              "Every retry and failure has a recorded cause",
              "the same number for each transaction. More are allowed if requests were in flight at"
                  + " the end",
              Causes::contradictions,
              PhasesCsv.NAME,
              SqlStatesCsv.NAME),
          comparison(
              "sequence",
              "The events cover this run from start to end",
              "they start with the id of the run, switch to each segment in the order of the plan and"
                  + " not too early, and end without an error",
              Sequence::contradictions,
              RunInfo.NAME,
              EventLog.NAME),
          comparison(
              "driver-record",
              "The figures of the driver's health have no gap",
              "each worker, from the start to the end of the measured interval. Rows follow each"
                  + " other at the recorded interval, within 0.5 s",
              DriverRecord::contradictions,
              DriverCsv.NAME),
          brokerageComparison(
              "check-list",
              "All databases of a role had the same checks",
              "each check once per moment and database, in the same class, and at least those that"
                  + " the kit runs on used databases. A check passed if and only if it found no row. A"
                  + " check that the run took over was made before the run",
              CheckList::contradictions,
              ChecksCsv.NAME),
          brokerageComparison(
              "order-terms",
              "The terms of every order of the run are recorded",
              "as many orders of each Set as trades in its database",
              OrderTerms::contradictions,
              OrderInputsCsv.NAME,
              ConservationCsv.NAME),
          brokerageComparison(
              "loaded-rows",
              "Both databases of a Set were loaded with the same rows",
              "each table once per database, with the same number of rows in both, and times in order",
              LoadedRows::contradictions,
              LoadedCsv.NAME),
          brokerageComparison(
              "server-commits",
              "The databases committed what the driver counted",
              "at least 80 % of it in the measured interval, because sessions report late. Not judged"
                  + " below 30 s, after a reset of the counters, or if samples miss a tenth of the interval",
              ServerCommits::contradictions,
              PhasesCsv.NAME,
              "stats/*/pg_stat_database.csv"),
          comparison(
              "samples",
              "The statistics and plans can be read",
              "every file of `stats/` and `plans/`, but not the output of iostat, which ends where it"
                  + " was stopped. A file with a negative number, or with a key twice, is refused",
              AgreementRules::samples,
              "stats/*/*.csv",
              "stats/*/*.json",
              "plans/*/*.json"),
          comparison(
              "identity",
              "VMs and databases are those of the plan",
              "name of the run; Group, Set, role, Load Units and seed of every VM; load parameters of"
                  + " the databases of a brokerage; address, port and version of embedded servers",
              Identity::contradictions,
              RunInfo.NAME,
              "settings/*.json",
              "schema/*.txt"),
          brokerageComparison(
              "journal",
              "Journal, bookkeeping and durability test have the same trades",
              "`durability.json` and `acknowledged.csv` of a run of `audit --durability`: orders and"
                  + " results of each Set, each once; trades that were looked up; requests in doubt; kills",
              Journal::contradictions,
              PhasesCsv.NAME,
              EventLog.NAME));

  private AgreementRules() {}

  /** Nothing contradicts, or the reader refuses. */
  private static Contradictions samples(RunResults run) {
    new RunFiles(run.folder()).readStatisticsAndPlans();
    return new Contradictions();
  }

  /** Leaves the rule unjudged if a server will count no inserted rows. */
  private static Optional<Judgment> withoutCounts(Outlook outlook) {
    List<String> vms =
        outlook.plan().databases().stream()
            .filter(vm -> VmRole.of(vm).equals(Optional.of(VmRole.OLTP)))
            .filter(
                vm ->
                    outlook.settings().apply(vm).filter(DatabaseSettings::countsNoRows).isPresent())
            .toList();
    return vms.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Judgment.notJudged(
                DatabaseSettings.TRACK_COUNTS
                    + " is off in "
                    + String.join(", ", vms)
                    + ". A server without it does not count its rows. Turn it on"));
  }

  /** Files that are missing are a matter of the first rule. */
  private static Rule comparison(
      String id,
      String title,
      String how,
      Function<RunResults, Contradictions> compare,
      String... files) {
    return Scope.EVERY_RUN
        .fatal(id, title)
        .reads(files)
        .how(how)
        .judge(run -> judge(run.results(), compare, files));
  }

  /** For figures that only a brokerage has. */
  private static Rule brokerageComparison(
      String id,
      String title,
      String how,
      Function<RunResults, Contradictions> compare,
      String... files) {
    return comparison(id, title, how, compare, files).ofBrokerage();
  }

  private static Judgment judge(
      RunResults run, Function<RunResults, Contradictions> compare, String... files) {
    if (run.state().filter(RunState::isMeasured).isEmpty()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    return Stream.of(files)
        .filter(name -> !name.contains("*") && !run.folder().has(name))
        .findFirst()
        .map(name -> Judgment.notJudged(name + " is missing"))
        .orElseGet(() -> compare.apply(run).judgment());
  }
}
