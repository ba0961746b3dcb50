package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.model.size.Bytes;
import io.quartet.run.database.IndexChange;
import io.quartet.run.database.LoadResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/** Results of a load, a copy or a change of the index profile, for each database. */
public final class LoadSummary {

  private LoadSummary() {}

  /**
   * Prints it.
   *
   * @param name of the benchmark
   * @param done what became of all databases, after "are"
   */
  public static void print(
      PrintWriter out, String name, List<LoadResult> results, String done, Duration length) {
    for (LoadResult result : results) {
      out.print(
          Text.line(
              "%-10s %-18s %8s%n",
              result.vm(),
              result.action().label(),
              Text.seconds(result.length().toMillis() / 1e3, 1)));
      print(out, result.indexes());
    }
    out.print(
        Text.line(
            "%s: %s %s %s (%s)%n",
            name,
            Text.counted(results.size(), "database"),
            results.size() == 1 ? "is" : "are",
            done,
            Text.seconds(length.toMillis() / 1e3, 1)));
    out.flush();
  }

  private static void print(PrintWriter out, List<IndexChange> indexes) {
    for (IndexChange index : indexes) {
      out.print(
          Text.line(
              "  %-8s %-24s %-40s %10s %10s%n",
              index.isBuilt() ? "built" : "dropped",
              index.table(),
              index.index(),
              Bytes.text(index.bytes()),
              Text.seconds(index.seconds(), 2)));
    }
    if (!indexes.isEmpty()) {
      out.print(
          Text.line("  %s, %s%n", total("dropped", indexes, false), total("built", indexes, true)));
    }
  }

  private static String total(String what, List<IndexChange> indexes, boolean isBuilt) {
    List<IndexChange> some = indexes.stream().filter(one -> one.isBuilt() == isBuilt).toList();
    return Text.line(
        "%d %s (%s, %s)",
        some.size(),
        what,
        Bytes.text(some.stream().mapToLong(IndexChange::bytes).sum()),
        Text.seconds(some.stream().mapToDouble(IndexChange::seconds).sum(), 1));
  }
}
