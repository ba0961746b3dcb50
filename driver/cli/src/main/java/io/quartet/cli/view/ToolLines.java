package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.report.section.MeasuredLoad.Transaction;
import io.quartet.report.section.ToolLoad;
import io.quartet.report.section.ToolLoad.DatabaseLoad;
import io.quartet.results.ToolProcess;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Lines of the summary that only a run of a tool has. */
final class ToolLines {

  private ToolLines() {}

  /** The 90th percentile of each script. */
  static List<String> responses(List<Transaction> scripts) {
    return scripts.stream()
        .filter(row -> row.response().p90() != null)
        .map(
            row ->
                Text.line(
                    "response time of %s: p90 %s ms, mean %s ms",
                    row.transaction(),
                    Text.figure(row.response().p90(), 2),
                    Text.figure(row.response().mean(), 2)))
        .toList();
  }

  /** The databases with the highest and the lowest throughput, and how much they vary. */
  static List<String> databases(ToolLoad load) {
    List<DatabaseLoad> rows =
        load.databases().stream()
            .filter(row -> row.phase().equals(ToolLoad.ALL) && row.tps() != null)
            .sorted(Comparator.comparingDouble(DatabaseLoad::tps).reversed())
            .toList();
    if (rows.size() < 2) {
      return List.of();
    }
    String variation =
        load.variations().stream()
            .filter(row -> row.isBetweenDatabases() && row.within().equals(ToolLoad.ALL))
            .filter(row -> row.percent() != null)
            .findFirst()
            .map(row -> Text.line(", variation %.1f %%", row.percent()))
            .orElse("");
    return List.of(
        Text.line(
            "%s: from %s to %s tps%s",
            Text.counted(rows.size(), "database"),
            described(rows.get(rows.size() - 1)),
            described(rows.get(0)),
            variation));
  }

  private static String described(DatabaseLoad row) {
    return row.vm() + " " + Text.figure(row.tps(), 1);
  }

  /** Whether every process is counted whole; none without processes. */
  static List<String> processes(ToolLoad load) {
    long whole = load.processes().stream().filter(ToolProcess::isWhole).count();
    return Stream.of(load.processes().size())
        .filter(all -> all > 0)
        .map(
            all ->
                load.told() == null
                    ? Text.line(
                        "logs of pgbench: %d of %d have every transaction that the process reported",
                        whole, all)
                    : Text.line(
                        "processes of %s: %d of %d are counted as they reported",
                        load.told().name(), whole, all))
        .toList();
  }
}
