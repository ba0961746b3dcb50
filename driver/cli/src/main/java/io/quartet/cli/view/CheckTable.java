package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.run.check.CheckReport;
import io.quartet.run.check.CheckResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints the results of consistency checks, for a reader or a program. */
public final class CheckTable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private CheckTable() {}

  /** A line for each database, followed by its failures; then what was left out. */
  public static String byDatabase(CheckReport report) {
    StringBuilder text = new StringBuilder();
    text.append(line("database", "passed", "failed", "seconds", "verdict"));
    Map<String, List<CheckResult>> byDatabase =
        report.results().stream()
            .collect(
                Collectors.groupingBy(
                    result -> result.row().vm(), LinkedHashMap::new, Collectors.toList()));
    byDatabase.forEach(
        (vm, results) -> {
          long passed = passed(results);
          long failed = results.size() - passed;
          double seconds = results.stream().mapToLong(result -> result.row().millis()).sum() / 1e3;
          text.append(
              line(vm, passed, failed, Text.line("%.1f", seconds), failed == 0 ? "pass" : "FAIL"));
          results.stream()
              .filter(result -> !result.hasPassed())
              .forEach(result -> text.append(failure(result)));
        });
    return Folded.lines(text.append(leftOut(report)).toString());
  }

  private static String line(String vm, Object passed, Object failed, String time, String verdict) {
    return Text.line("%-10s %7s %7s %8s  %s%n", vm, passed, failed, time, verdict);
  }

  private static String failure(CheckResult result) {
    StringBuilder text = new StringBuilder();
    if (result.number().isEmpty()) {
      text.append(Text.line("  %s%n", result.row().check()));
    } else {
      text.append(
          Text.line(
              "  %s (class %s) %s: %,d rows break it%n",
              result.number(), result.row().checkClass(), result.title(), result.row().rows()));
    }
    result.examples().forEach(example -> text.append(Text.line("      %s%n", example)));
    long more = result.row().rows() - result.examples().size();
    return more > 0
        ? text.append(Text.line("      and %,d more%n", more)).toString()
        : text.toString();
  }

  private static String leftOut(CheckReport report) {
    return report.leftOut().isEmpty()
        ? ""
        : Text.line(
            "%d checks hold only before a run and were skipped on %d used databases.%n",
            report.leftOut().size(), report.usedDatabases().size());
  }

  /** A line for each check, over all databases. */
  public static String byCheck(CheckReport report) {
    Map<String, List<CheckResult>> byCheck =
        report.results().stream()
            .filter(result -> !result.number().isEmpty())
            .collect(Collectors.groupingBy(CheckResult::number, TreeMap::new, Collectors.toList()));
    StringBuilder text = new StringBuilder();
    text.append(
        Text.line(
            "%-6s %-5s %7s %7s %11s  %-7s  %s%n",
            "check", "class", "passed", "failed", "slowest ms", "verdict", "title"));
    byCheck.forEach(
        (number, results) -> {
          CheckResult one = results.get(0);
          long passed = passed(results);
          long failed = results.size() - passed;
          text.append(
              Text.line(
                  "%-6s %-5s %7d %7d %,11d  %-7s  %s%n",
                  number,
                  one.row().checkClass(),
                  passed,
                  failed,
                  results.stream().mapToLong(result -> result.row().millis()).max().orElse(0),
                  failed == 0 ? "pass" : "FAIL",
                  one.title()));
        });
    return Folded.lines(text.toString(), 51); // Below the titles.
  }

  private static long passed(List<CheckResult> results) {
    return results.stream().filter(CheckResult::hasPassed).count();
  }

  /** The same facts for programs. */
  public static String json(CheckReport report) {
    ObjectNode json = JSON.createObjectNode();
    json.put("verdict", report.hasPassed() ? "pass" : "fail");
    ArrayNode checks = json.putArray("checks");
    for (CheckResult result : report.results()) {
      ArrayNode examples =
          checks
              .addObject()
              .put("vm", result.row().vm())
              .put("check", result.row().check())
              .put("number", result.number())
              .put("class", result.row().checkClass())
              .put("title", result.title())
              .put("rows", result.row().rows())
              .put("millis", result.row().millis())
              .put("verdict", result.hasPassed() ? "pass" : "fail")
              .putArray("examples");
      result.examples().forEach(examples::add);
    }
    ObjectNode leftOut = json.putObject("leftOut");
    report.leftOut().forEach(leftOut.putArray("checks")::add);
    report.usedDatabases().forEach(leftOut.putArray("databases")::add);
    return json.toPrettyString() + System.lineSeparator();
  }
}
