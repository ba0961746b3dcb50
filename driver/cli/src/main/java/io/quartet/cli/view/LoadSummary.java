package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.model.size.Bytes;
import io.quartet.run.database.IndexChange;
import io.quartet.run.database.LoadResult;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/**
 * Results of a load, a copy or a change of the index profile, for each database.
 *
 * @param name of the benchmark
 * @param done what became of all databases, after "are"
 */
public record LoadSummary(String name, List<LoadResult> results, String done, Duration length) {

  /** Prints it; JSON takes one line, because a load may have several steps. */
  public void print(PrintWriter out, boolean isJson) {
    if (isJson) {
      out.println(json());
    } else {
      print(out);
    }
    out.flush();
  }

  private ObjectNode json() {
    ObjectNode json =
        new ObjectMapper()
            .createObjectNode()
            .put("name", name)
            .put("done", done)
            .put("seconds", WallTime.seconds(length));
    ArrayNode databases = json.putArray("databases");
    for (LoadResult result : results) {
      ArrayNode indexes =
          databases
              .addObject()
              .put("vm", result.vm())
              .put("action", result.action().label())
              .put("seconds", WallTime.seconds(result.length()))
              .putArray("indexes");
      for (IndexChange index : result.indexes()) {
        indexes
            .addObject()
            .put("table", index.table())
            .put("index", index.index())
            .put("isBuilt", index.isBuilt())
            .put("bytes", index.bytes())
            .put("seconds", index.seconds());
      }
    }
    return json;
  }

  private void print(PrintWriter out) {
    for (LoadResult result : results) {
      out.print(
          Text.line(
              "%-10s %-18s %8s%n",
              result.vm(),
              result.action().label(),
              Text.seconds(WallTime.seconds(result.length()), 1)));
      print(out, result.indexes());
    }
    out.print(
        Text.line(
            "%s: %s %s %s (%s)%n",
            name,
            Text.counted(results.size(), "database"),
            results.size() == 1 ? "is" : "are",
            done,
            Text.seconds(WallTime.seconds(length), 1)));
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
