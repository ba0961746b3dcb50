package io.quartet.cli.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.Rules;
import io.quartet.model.Text;
import io.quartet.report.Headline;
import io.quartet.report.Report;
import io.quartet.report.ReportWriter;
import io.quartet.report.section.Integrity;
import io.quartet.report.section.Integrity.Consistency;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Cell;
import io.quartet.results.Check;
import io.quartet.results.ConservationRow;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Summary of a run, for standard output.
 *
 * @param times of the command that made the run
 */
public record Summary(Path folder, Report report, WallTime.Parts times) {

  /** As many reasons of an INVALID run stand on a terminal. */
  static final int MOST_REASONS = 3;

  /** Maximum length of a line, in characters: a terminal of the usual width shows it whole. */
  private static final int WIDTH = 80;

  private static final ObjectMapper JSON = new ObjectMapper();

  public Summary {
    folder = folder.toAbsolutePath().normalize();
  }

  /** Prints it; the JSON holds the whole of report.json. */
  public void print(PrintWriter out, boolean isJson) {
    if (isJson) {
      out.println(json().toPrettyString());
    } else {
      lines().forEach(line -> out.print(Folded.within(WIDTH, Text.visible(line))));
      printFile("report", ReportWriter.HTML, out);
      printFile("for print", ReportWriter.PDF, out);
      printFile("details for print", ReportWriter.DISCLOSURE, out);
      if (times.isKnown()) {
        out.print(Folded.within(WIDTH, times.line()));
      }
    }
    out.flush();
  }

  /** The whole of report.json, and where it is. */
  ObjectNode json() {
    try {
      ObjectNode json = JSON.createObjectNode();
      json.put("folder", folder.toString());
      json.put("html", folder.resolve(ReportWriter.HTML).toString());
      json.put("pdf", folder.resolve(ReportWriter.PDF).toString());
      json.put("disclosure", folder.resolve(ReportWriter.DISCLOSURE).toString());
      if (times.isKnown()) {
        json.set("seconds", times.json());
      }
      json.set("report", JSON.readTree(ReportWriter.json(report)));
      return json;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report is valid JSON", e);
    }
  }

  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(report.run().name() + ": " + report.verdict().statement());
    report.verdict().firstReasons(MOST_REASONS).forEach(reason -> lines.add("  - " + reason));
    lines.add(throughput());
    Optional.ofNullable(report.run().offered().load())
        .ifPresent(load -> lines.add("load: " + load));
    Headline headline = new Headline(report);
    headline.ramp().ifPresent(lines::add);
    headline.requested().ifPresent(lines::add);
    headline.openOrders().ifPresent(lines::add);
    lines.addAll(
        report.contents().isBrokerage()
            ? ResponseLines.of(headline.limited(), headline::verdict)
            : ToolLines.responses(report.workload().transactions()));
    silent().ifPresent(vms -> lines.add("databases without answers to open requests: " + vms));
    lines.add("foreign share of the processor time: " + headline.foreignShare());
    report
        .system()
        .named()
        .workers()
        .forEach(worker -> lines.add(worker.name() + ": " + worker.value()));
    if (!report.contents().isBrokerage()) {
      lines.addAll(ToolLines.databases(report.tool()));
    } else {
      lines.add(shares());
    }
    Integrity integrity = report.integrity();
    if (integrity.littlesLaw().residualPercent() != null) {
      lines.add(
          Text.line("Little's law: residual %.2f %%", integrity.littlesLaw().residualPercent()));
    }
    if (!report.contents().isBrokerage()) {
      lines.addAll(ToolLines.processes(report.tool()));
      lines.add(report.notice());
      return lines;
    }
    lines.add("trade conservation: " + conservation(integrity.conservation()));
    lines.add("consistency: " + consistency("before") + ", " + consistency("after"));
    return lines;
  }

  /** In one line, to be copied. Only a file that exists: a report may have failed. */
  private void printFile(String what, String name, PrintWriter out) {
    Path file = folder.resolve(name);
    if (Files.isRegularFile(file)) {
      out.print(Text.line("%s: %s%n", what, Text.visible(file.toString())));
    }
  }

  private String throughput() {
    Double etps = new Headline(report).figure();
    if (etps == null) {
      return "no throughput: " + new Headline(report).noFigure();
    }
    if (!report.contents().isBrokerage()) {
      return Text.line(
          "%s %s: %s in %s",
          Text.figure(etps, 1),
          new Headline(report).unit(),
          Text.counted(report.metric().tradeResults(), report.contents().result()),
          Text.seconds(report.run().measuredSeconds(), 0));
    }
    return report.workload().ramp() != null
        ? Text.line("%s etps", Text.figure(etps, 1))
        : Text.line(
            "%s etps: %s in %s, %.2f per Trade-Order",
            Text.figure(etps, 1),
            Text.counted(report.metric().tradeResults(), "Trade-Result"),
            Text.seconds(report.run().measuredSeconds(), 0),
            orZero(report.metric().tradeResultsPerTradeOrder()));
  }

  private Optional<String> silent() {
    return report.audit().checks().stream()
        .filter(check -> check.id().equals(Rules.SILENT.id()))
        .map(Check::detail)
        .filter(detail -> !detail.isEmpty())
        .findFirst();
  }

  private static String conservation(List<ConservationRow> rows) {
    if (rows.isEmpty()) {
      return "not known";
    }
    long unknown = rows.stream().filter(row -> row.database().isEmpty()).count();
    return Text.line(
            "exact in %d of %d Sets",
            rows.stream().filter(ConservationRow::isConserved).count(), rows.size())
        + (unknown == 0 ? "" : Text.line(", not known in %d", unknown));
  }

  private String shares() {
    List<Cell> cells =
        report.workload().cells().stream()
            .filter(cell -> cell.verdict() != Judgment.NOT_JUDGED)
            .toList();
    return Text.line(
        "shares: %d of %d cells of phase and Group within their limit",
        cells.stream().filter(cell -> cell.verdict() == Judgment.PASS).count(), cells.size());
  }

  private String consistency(String moment) {
    long passed = 0;
    long failed = 0;
    long unchanged = 0;
    for (Consistency row : report.integrity().consistency()) {
      if (row.moment().equals(moment)) {
        passed += row.passed();
        failed += row.failed();
        unchanged += row.checkedUtcMillis() == null ? 0 : 1;
      }
    }
    if (passed + failed == 0) {
      return moment + " the run not checked";
    }
    String earlier =
        unchanged == 0
            ? ""
            : Text.line(" (%,d databases checked earlier, unchanged since)", unchanged);
    return Text.line(
        "%s the run %,d of %,d checks passed%s", moment, passed, passed + failed, earlier);
  }

  private static double orZero(Double value) {
    return value == null ? 0 : value;
  }
}
