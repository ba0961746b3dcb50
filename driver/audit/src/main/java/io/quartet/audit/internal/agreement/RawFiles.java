package io.quartet.audit.internal.agreement;

import io.quartet.model.plan.Brokerage;
import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.DriverCsv;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.LatencyLogs;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunDocument;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.SqlStatesCsv;
import io.quartet.results.events.EventLog;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.LoadedCsv;
import java.util.ArrayList;
import java.util.List;

/** The files that every run leaves that was measured to its end. */
final class RawFiles {

  /** Files that runs of every format have. */
  private static final List<String> ALWAYS =
      List.of(
          PhasesCsv.NAME, IntervalsCsv.NAME, SqlStatesCsv.NAME, EventLog.NAME, LatencyLogs.PHASES);

  private static final List<String> ALWAYS_OF_BROKERAGE =
      List.of(ChecksCsv.NAME, ConservationCsv.NAME);

  private static final List<String> SINCE_FORMAT_2 = List.of(DriverCsv.NAME);

  private static final List<String> SINCE_FORMAT_2_OF_BROKERAGE =
      List.of(OrderInputsCsv.NAME, LoadedCsv.NAME);

  private RawFiles() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    RunDocument document = document(run);
    List<String> databases = run.info().plan().databases();
    List<String> always = new ArrayList<>(ALWAYS);
    List<String> today = new ArrayList<>(SINCE_FORMAT_2);
    if (run.info().plan().workload() instanceof Brokerage && !databases.isEmpty()) {
      always.addAll(ALWAYS_OF_BROKERAGE);
      today.addAll(SINCE_FORMAT_2_OF_BROKERAGE);
      databases.forEach(vm -> today.add(SchemaFile.name(vm)));
    }
    databases.forEach(vm -> always.add(DatabaseSettings.name(vm)));
    missing(run, always).forEach(name -> found.add(name, "is missing"));
    List<String> missingToday = missing(run, today);
    if (!document.isOfOlderFormat()) {
      missingToday.forEach(name -> found.add(name, "is missing"));
    } else if (document.hasWorkloadVersion()) {
      found.add(RunInfo.NAME, "says format 1, which had no version of the workload");
    } else if (!missingToday.isEmpty()) {
      found.unknown("an older version wrote this folder");
    }
    return found;
  }

  static boolean isOfOlderFormat(RunResults run) {
    return document(run).isOfOlderFormat();
  }

  private static RunDocument document(RunResults run) {
    return new RunFiles(run.folder()).run().orRefuse().orElseThrow();
  }

  private static List<String> missing(RunResults run, List<String> names) {
    return names.stream().filter(name -> !run.folder().has(name)).toList();
  }
}
