package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.measure.results.CheckRow;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.orchestrate.Checking;
import io.quartet.orchestrate.Moment;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.EmbeddedProvider;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code check}: consistency of the databases. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Runs the consistency checks on every database of a benchmark file: all of them on freshly"
            + " loaded databases, those that must always hold on databases a run has used."
            + " Exit code 5 if one fails.",
    footerHeading = "%nExamples:%n",
    footer = {"  quartet check laptop.yaml", "  quartet check laptop.yaml --json"})
final class CheckCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    RunPlan plan = plans.load();
    Screen screen = Screen.standardError(spec.commandLine().getErr());
    List<CheckRow> rows;
    try (Deployment deployment = new EmbeddedProvider().attach(plan)) {
      rows = Checking.check(plan, deployment, Moment.BEFORE, new Progress(screen, plan));
    }
    screen.clear();
    PrintWriter out = spec.commandLine().getOut();
    out.print(json.isJson() ? json(rows) : table(rows));
    out.flush();
    boolean havePassed = rows.stream().allMatch(CheckRow::hasPassed);
    return havePassed ? 0 : QuartetException.Kind.LOAD_OR_CHECK.exitCode();
  }

  static String table(List<CheckRow> rows) {
    StringBuilder text = new StringBuilder();
    text.append(line("database", "passed", "failed", "seconds", "verdict"));
    byDatabase(rows)
        .forEach(
            (vm, checks) -> {
              long passed = checks.stream().filter(CheckRow::hasPassed).count();
              long millis = checks.stream().mapToLong(CheckRow::millis).sum();
              long failed = checks.size() - passed;
              text.append(
                  line(
                      vm,
                      Long.toString(passed),
                      Long.toString(failed),
                      String.format(Locale.ROOT, "%.1f", millis / 1e3),
                      failed == 0 ? "pass" : "FAIL"));
              checks.stream()
                  .filter(check -> !check.hasPassed())
                  .forEach(
                      check ->
                          text.append(
                              String.format(
                                  Locale.ROOT,
                                  "  %s (class %s): %,d rows break it%n",
                                  check.check(),
                                  check.checkClass(),
                                  check.rows())));
            });
    return text.toString();
  }

  private static String line(String vm, String passed, String failed, String time, String verdict) {
    return String.format(Locale.ROOT, "%-10s %7s %7s %8s  %s%n", vm, passed, failed, time, verdict);
  }

  static String json(List<CheckRow> rows) {
    ObjectNode json = JSON.createObjectNode();
    json.put("verdict", rows.stream().allMatch(CheckRow::hasPassed) ? "pass" : "fail");
    ArrayNode array = json.putArray("checks");
    for (CheckRow row : rows) {
      array
          .addObject()
          .put("vm", row.vm())
          .put("check", row.check())
          .put("class", row.checkClass())
          .put("rows", row.rows())
          .put("millis", row.millis())
          .put("verdict", row.hasPassed() ? "pass" : "fail");
    }
    return json.toPrettyString() + System.lineSeparator();
  }

  private static Map<String, List<CheckRow>> byDatabase(List<CheckRow> rows) {
    return rows.stream()
        .collect(Collectors.groupingBy(CheckRow::vm, LinkedHashMap::new, Collectors.toList()));
  }
}
