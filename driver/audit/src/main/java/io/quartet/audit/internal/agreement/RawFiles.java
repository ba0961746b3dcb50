package io.quartet.audit.internal.agreement;

import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.DriverCsv;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.LatencyLogs;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFiles;
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

  private static final List<String> OF_EVERY_RUN =
      List.of(
          PhasesCsv.NAME,
          IntervalsCsv.NAME,
          SqlStatesCsv.NAME,
          DriverCsv.NAME,
          EventLog.NAME,
          LatencyLogs.PHASES);

  private static final List<String> OF_DATABASES =
      List.of(ChecksCsv.NAME, ConservationCsv.NAME, OrderInputsCsv.NAME, LoadedCsv.NAME);

  private RawFiles() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    List<String> names = new ArrayList<>(OF_EVERY_RUN);
    List<String> databases = run.info().plan().databases();
    if (!databases.isEmpty()) {
      names.addAll(OF_DATABASES);
    }
    for (String vm : databases) {
      names.add(DatabaseSettings.name(vm));
      names.add(SchemaFile.name(vm));
    }
    List<String> missing = names.stream().filter(name -> !run.folder().has(name)).toList();
    if (new RunFiles(run.folder()).run().orRefuse().orElseThrow().isOfOlderFormat()) {
      return missing.isEmpty() ? found : found.unknown("an older version wrote this folder");
    }
    missing.forEach(name -> found.add(name, "is missing"));
    return found;
  }
}
