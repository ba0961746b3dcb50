package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparison;
import io.quartet.report.compare.Comparison.Difference;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparison.Resource;
import io.quartet.report.compare.Comparison.Run;
import io.quartet.report.compare.ComparisonPage;
import io.quartet.report.compare.Spread;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Writes a comparison for a reader of standard output. */
public final class ComparisonText {

  /** A row for figures of that many characters. */
  private static final String ROW = "  %%-17s %%-5s %%%1$ds %%%1$ds %%7s %%-16s %%s%%n";

  private static final String RESOURCE_ROW = "    %-23s %13s %13s %7s%s%n";

  private final Comparison comparison;
  private final boolean isAll;
  private final StringBuilder text = new StringBuilder();

  private ComparisonText(Comparison comparison, boolean isAll) {
    this.comparison = comparison;
    this.isAll = isAll;
  }

  /**
   * @param isAll true for every row, false for those that are shown to differ
   */
  public static String of(Comparison comparison, boolean isAll) {
    ComparisonText writer = new ComparisonText(comparison, isAll);
    writer.differentWork(comparison.differentWork());
    comparison.pairs().forEach(writer::pair);
    writer.runs(comparison.runs());
    writer.configuration(comparison.configuration());
    writer.add("%nBefore you rely on it%n");
    comparison.notes().forEach(note -> writer.add("  - %s%n", note));
    writer.add("  - %s%n", comparison.notice());
    return writer.text.toString();
  }

  private void add(String format, Object... arguments) {
    text.append(Folded.lines(Text.line(format, arguments)));
  }

  /** Adds a row of a table, or a line with a path: neither is folded. */
  private void row(String format, Object... arguments) {
    text.append(Text.line(format, arguments));
  }

  private void differentWork(List<String> differences) {
    if (!differences.isEmpty()) {
      add("%s%n", ComparisonPage.DIFFERENT_WORK);
      differences.forEach(difference -> add("  - %s%n", difference));
      add("%n");
    }
  }

  private void runs(List<Run> runs) {
    String baseline = comparison.sides().get(0).label();
    add(
        "%d runs compared; %s %s the baseline%n",
        runs.size(), baseline, comparison.sides().get(0).runs().size() == 1 ? "is" : "are");
    for (Run run : runs) {
      row(
          "  run %d  %s  %s%n",
          run.number(),
          run.folder(),
          Instant.ofEpochMilli(run.startedUtcMillis()).truncatedTo(ChronoUnit.SECONDS));
      add(
          "         %s profile, %s, %s measured, %s %s, foreign share %s%n",
          run.profile(),
          run.state(),
          Text.seconds(run.measuredSeconds(), 0),
          Figures.figure(run.etps(), 1),
          comparison.contents().unit(),
          run.foreignPercent() == null
              ? "not known"
              : Figures.figure(run.foreignPercent(), 1) + " %");
      add("         %s%n", run.verdict().statement());
      run.verdict()
          .firstReasons(Summary.MOST_REASONS)
          .forEach(reason -> add("           - %s%n", reason));
    }
  }

  private void configuration(List<Difference> differences) {
    add("%nConfiguration%n");
    if (differences.isEmpty()) {
      add("  the same: plan, PostgreSQL settings, schema, versions, machines and provider%n");
    }
    int shown = isAll ? differences.size() : Math.min(differences.size(), ComparisonPage.MOST_OPEN);
    for (Difference difference : differences.subList(0, shown)) {
      String name = difference.area() + ": " + difference.name();
      List<String> values = new ArrayList<>();
      for (String value : difference.values()) {
        values.add(
            Text.line("run %d  %s", values.size() + 1, Objects.requireNonNullElse(value, "-")));
      }
      StringBuilder line = new StringBuilder(Text.line("  %-44s", name));
      values.forEach(value -> line.append(Text.line("  %-27s", value)));
      // If the values do not fit into one line, each has a line.
      boolean isShort = line.length() <= Folded.WIDTH;
      add("%s%n", isShort ? line.toString().stripTrailing() : "  " + name);
      values.stream().filter(value -> !isShort).forEach(value -> add("    %s%n", value));
    }
    if (shown < differences.size()) {
      add("  and %,d more differences; --all prints them%n", differences.size() - shown);
    }
  }

  private void pair(Pair whole) {
    Pair pair = isAll ? whole : ComparisonPage.changed(whole);
    add("%s%n", pair.summary());
    String throughput = "Throughput, " + comparison.contents().result() + "s per second";
    table(throughput, "phase", pair, pair.throughput());
    table("Mean response time, ms", "transaction", pair, pair.meanResponse());
    table("90th percentile of the response time, ms", "transaction", pair, pair.p90Response());
    resources(pair);
    if (!isAll) {
      add(
          "%n%d of %d figures are shown. --all prints every figure.%n",
          ComparisonPage.rows(pair), ComparisonPage.rows(whole));
    }
    add("%n");
  }

  private void resources(Pair pair) {
    if (pair.resources().isEmpty()) {
      return;
    }
    boolean hasTrades = comparison.contents().isBrokerage();
    add(
        "%nResources over all measured phases%s%n",
        hasTrades ? "; a trade is a completed Trade-Result" : "");
    row(
        RESOURCE_ROW,
        "",
        label(pair.baseline()),
        label(pair.side()),
        "diff. %",
        judgement("95 % interval, %", "verdict"));
    String above = "";
    for (Resource resource : pair.resources()) {
      Change change = resource.change();
      String quantity = Text.line("%s, %s", resource.quantity(), resource.unit());
      add(quantity.equals(above) ? "" : "  %s%n", quantity);
      above = quantity;
      row(
          RESOURCE_ROW,
          resource.of(),
          ComparisonPage.amount(ComparisonPage.mean(change.baseline())),
          ComparisonPage.amount(ComparisonPage.mean(change.other())),
          Figures.signed(change.differencePercent()),
          judgement(interval(change), change.verdict().words()));
    }
  }

  /** One figure of a run has no interval, and so no verdict. */
  private String judgement(String interval, String verdict) {
    return comparison.isOfSets() ? Text.line(" %-16s %s", interval, verdict) : "";
  }

  private String label(int side) {
    return comparison.sides().get(side - 1).label();
  }

  private void table(String title, String first, Pair pair, List<Figure> figures) {
    if (figures.isEmpty()) {
      return;
    }
    boolean isOfSets = comparison.isOfSets();
    add("%n%s%n", isOfSets ? title + "; mean, and coefficient of variation in %" : title);
    String format = ROW.formatted(isOfSets ? 13 : 11);
    row(
        format,
        first,
        "Group",
        label(pair.baseline()),
        label(pair.side()),
        "diff. %",
        "95 % interval, %",
        "verdict");
    for (Figure figure : figures) {
      Change change = figure.change();
      row(
          format,
          figure.transaction() != null ? figure.transaction() : orAll(figure.phase()),
          orAll(figure.group()),
          figure(change.baseline()),
          figure(change.other()),
          Figures.signed(change.differencePercent()),
          interval(change),
          change.verdict().words());
    }
  }

  /** The mean; beside it, how much the runs of a set vary. */
  private String figure(Spread runs) {
    String mean = Figures.figure(ComparisonPage.mean(runs), 2);
    return comparison.isOfSets()
        ? Text.line("%s %4s", mean, Figures.figure(ComparisonPage.variation(runs), 1))
        : mean;
  }

  private static String interval(Change change) {
    return Figures.interval(change.lowPercent(), change.highPercent());
  }

  private static String orAll(String name) {
    return name == null ? "all" : name;
  }
}
