package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.size.Bytes;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.run.experiment.Costs;
import io.quartet.run.experiment.PlannedRun;
import io.quartet.run.experiment.RunOrder;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The plan of an experiment, for {@code experiment --dry-run}. */
public final class ExperimentPlanText {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Experiment experiment;
  private final List<PlannedRun> runs = new ArrayList<>();

  public ExperimentPlanText(Experiment experiment) {
    this.experiment = experiment;
    RunOrder order = new RunOrder(experiment);
    for (int block = 1; block <= experiment.repeats(); block++) {
      runs.addAll(order.block(block, experiment.cells()));
    }
  }

  /** Prints it for people or as JSON. */
  public void print(PrintWriter out, boolean isJson) {
    out.print(isJson ? json().toPrettyString() + System.lineSeparator() : Folded.lines(text()));
    out.flush();
  }

  /** Whether a run may end before its phases are over, because it has its trades. */
  private boolean grows() {
    return runs.stream().anyMatch(run -> run.cell().plan().schedule().growth().isPresent());
  }

  private Duration length() {
    return runs.stream().map(Costs::of).reduce(Duration.ZERO, Duration::plus);
  }

  /** With their copies; empty databases and write-ahead logs are counted again for each. */
  private long diskBytes() {
    return experiment.stacks().entrySet().stream()
        .filter(stack -> stack.getValue().provider().isLocal())
        .mapToLong(
            stack ->
                (1 + experiment.copies(stack.getKey()))
                    * LocalNeeds.of(stack.getValue()).diskBytes())
        .sum();
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    text.append(Text.line("%s: %d cells%n", experiment.name(), experiment.cells().size()));
    for (Cell cell : experiment.cells()) {
      text.append(
          Text.line(
              "  %4d  databases %d  %s%s%n",
              cell.number(),
              cell.stack(),
              cell.label(),
              cell.number() == experiment.baseline() ? "  (baseline)" : ""));
    }
    text.append(Text.line("%n%d runs in their order:%n", runs.size()));
    text.append(Text.line("  block  cell  %-28s  minutes%n", "needs before"));
    for (PlannedRun run : runs) {
      text.append(
          Text.line(
              "  %5d  %4d  %-28s  %7.1f%s%n",
              run.block(),
              run.cell().number(),
              run.need().label(),
              minutes(Costs.of(run)),
              run.isControl() ? "  control" : ""));
    }
    text.append(
        Text.line("%n%s %.0f minutes in total", grows() ? "at most" : "about", minutes(length())));
    experiment
        .precision()
        .ifPresent(
            precision ->
                text.append(
                    Text.line(
                        "; up to %d blocks, until the intervals are narrow enough",
                        precision.atMost())));
    text.append(
        Text.line("%ndisk space for databases and copies: about %s%n", Bytes.text(diskBytes())));
    return text.toString();
  }

  private static double minutes(Duration length) {
    return length.toMillis() / 60e3;
  }

  private ObjectNode json() {
    ObjectNode json = JSON.createObjectNode().put("name", experiment.name());
    ArrayNode cells = json.putArray("cells");
    for (Cell cell : experiment.cells()) {
      cells
          .addObject()
          .put("number", cell.number())
          .put("label", cell.label())
          .put("databases", cell.stack())
          .put("isBaseline", cell.number() == experiment.baseline());
    }
    ArrayNode order = json.putArray("runs");
    for (PlannedRun run : runs) {
      order
          .addObject()
          .put("block", run.block())
          .put("cell", run.cell().number())
          .put("isControl", run.isControl())
          .put("needs", run.need().label())
          .put("seconds", Costs.of(run).toSeconds());
    }
    return json.put("seconds", length().toSeconds()).put("diskBytes", diskBytes());
  }
}
