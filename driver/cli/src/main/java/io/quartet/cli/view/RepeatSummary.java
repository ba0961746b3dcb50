package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.report.Report;
import io.quartet.report.compare.Spread;
import io.quartet.report.section.Contents;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Summary of several runs of one benchmark. Median and spread cover only valid runs, because the
 * figures of an INVALID run are not a result.
 *
 * @param repeats runs that were asked for
 * @param runs those that have a results folder, in their order
 * @param times of the command
 */
public record RepeatSummary(int repeats, List<Summary> runs, WallTime.Parts times) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public RepeatSummary {
    runs = List.copyOf(runs);
  }

  private List<Report> valid() {
    return runs.stream().map(Summary::report).filter(run -> run.verdict().isValid()).toList();
  }

  /** The workload of all runs. */
  private Contents contents() {
    return runs.stream().findFirst().map(run -> run.report().contents()).orElse(Contents.BROKERAGE);
  }

  private Optional<Spread> spread() {
    return Spread.of(
        valid().stream().map(run -> run.metric().etps()).filter(Objects::nonNull).toList());
  }

  /** Prints it; the JSON holds report.json of every run. */
  public void print(PrintWriter out, boolean isJson) {
    out.print(isJson ? json().toPrettyString() + System.lineSeparator() : Folded.lines(text()));
    out.flush();
  }

  private ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("repeats", repeats).put("completed", runs.size()).put("valid", valid().size());
    json.set(contents().key("etps"), spread().map(RepeatSummary::json).orElse(null));
    json.set("seconds", times.json());
    ArrayNode array = json.putArray("runs");
    runs.forEach(run -> array.add(run.json()));
    return json;
  }

  private static ObjectNode json(Spread spread) {
    return JSON.createObjectNode()
        .put("median", spread.median())
        .put("min", spread.min())
        .put("max", spread.max())
        .put("spreadPercent", spread.rangePercent());
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    text.append(Text.line("%n%d of %d runs:%n", runs.size(), repeats));
    for (Summary run : runs) {
      text.append(
          Text.line(
              "  %10s %s  %s  %s%n",
              Figures.figure(run.report().metric().etps(), 1),
              contents().unit(),
              run.report().run().runId(),
              run.report().verdict().statement()));
    }
    text.append(
        spread()
            .map(
                spread ->
                    Text.line(
                        "median %s %s, %s, spread %.1f %% of the median (%s)%n",
                        Figures.figure(spread.median(), 1),
                        contents().unit(),
                        Text.interval(spread.min(), spread.max(), end -> Figures.figure(end, 1)),
                        spread.rangePercent(),
                        Text.counted(valid().size(), "valid run")))
            .orElseGet(() -> Text.line("no valid run, so no median%n")));
    return text.append(Text.line("all runs: %s%n", times.line())).toString();
  }
}
