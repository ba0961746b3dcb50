package io.quartet.run.internal.definedtool;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.BooksUpdate;
import io.quartet.books.RunClock;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.results.ToolFigures;
import io.quartet.run.TestTools;
import io.quartet.run.internal.tool.PlannedProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recorded outputs of tools, and outputs that no tool should have. */
@Tag("unit")
class ProcessFiguresTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);

  private final AtomicLong now = new AtomicLong();
  private final List<BooksUpdate> updates = new ArrayList<>();
  private final List<ToolFigures> rows = new ArrayList<>();
  private FigureBooks books;
  private ProcessFigures figures;

  private static ToolDefinition definition(String tool) throws IOException {
    return TestTools.read(TestTools.EXAMPLES.resolve(tool));
  }

  /** A run with one phase of 20 s and no ramp. */
  private void begin(ToolDefinition tool) {
    RunPlan plan =
        TestPlans.withTool(
            TestPlans.demo(1), TestTools.withClients(tool, 2), TestPlans.timing(0, 0, 20, 0));
    RunClock clock = RunClock.by(now::get, 1_000);
    Segment phase = plan.timeline().phases().get(0);
    PlannedProcess process =
        new PlannedProcess("tool", A1, phase, 0, 2, phase.start(), phase.end(), Optional.empty());
    books = new FigureBooks(A1, plan, clock, updates::add, nanos -> {});
    figures = new ProcessFigures(tool, process, clock, books.expect(0), rows::add);
    figures.begin();
  }

  private void say(double second, String... lines) {
    now.set(Math.round(second * 1e9));
    for (String line : lines) {
      figures.accept(line);
    }
    books.advance();
  }

  private void end(double second) {
    now.set(Math.round(second * 1e9));
    figures.end();
    books.close();
  }

  private static List<String> recorded(String name) {
    try (InputStream in = ProcessFiguresTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Committed transactions by second of the run, as far as there are some. */
  private Map<Long, Long> bySecond() {
    Map<Long, Long> committed = new TreeMap<>();
    updates.forEach(
        update ->
            update.interval().rows().stream()
                .filter(row -> row.committed() > 0)
                .forEach(
                    row ->
                        committed.merge(
                            (row.utcMillis() - 1_000) / 1_000, row.committed(), Long::sum)));
    return committed;
  }

  @Test
  void sysbenchIsBookedToTheTransaction() throws IOException {
    begin(definition("sysbench"));
    double second = 0;
    for (String line : recorded("sysbench.txt")) {
      second += line.startsWith("[ ") ? 1 : 0;
      say(second, line);
    }
    end(10.1);
    assertThat(figures.problem()).isEmpty();
    assertThat(figures.summary().committed()).hasValue(7_486);
    assertThat(figures.summary().retries()).hasValue(20);
    assertThat(figures.summary().failed()).isEmpty();
    assertThat(figures.booked()).containsExactly(7_486, 0, 20);
    // 886.36 and 610.25 by second; the last interval takes the rest of the total.
    assertThat(bySecond()).containsEntry(1L, 886L).containsEntry(2L, 611L);
    assertThat(bySecond().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(7_486);
  }

  @Test
  void orderEntryTakesTheIntervalThatIsNeverPrintedFromItsTotal() throws IOException {
    begin(definition("go-tpc"));
    double second = 0;
    for (String line : recorded("go-tpc.txt")) {
      second += line.contains("[Current]") ? 2 : 0;
      say(second, line);
    }
    end(4);
    assertThat(figures.problem()).isEmpty();
    // Two intervals tell 447 + 637 new orders of 1,084, and 32 + 67 deliveries of 100.
    Map<String, Double> totals =
        rows.stream()
            .filter(ToolFigures::isTotal)
            .collect(
                Collectors.toMap(
                    row -> row.kind().label(), row -> row.values().get(FigureColumn.COUNT)));
    assertThat(totals).containsEntry("NEW_ORDER", 1_084.0).containsEntry("DELIVERY", 100.0);
    long all = Math.round(totals.values().stream().mapToDouble(Double::doubleValue).sum());
    assertThat(figures.summary().committed()).hasValue(all);
    assertThat(figures.booked()[0]).isEqualTo(all);
    // Percentiles are those of the whole process.
    assertThat(
            rows.stream()
                .filter(row -> row.isTotal() && row.kind().label().equals("NEW_ORDER"))
                .map(row -> row.values().get(FigureColumn.P99)))
        .containsExactly(18.9);
  }

  @Test
  void countsThatBeginWithTheProcessAreTakenApart() throws IOException {
    begin(cumulative());
    say(1, "interval 10");
    say(2, "interval 30");
    say(3, "interval 60");
    end(3);
    assertThat(bySecond())
        .containsExactly(Map.entry(1L, 10L), Map.entry(2L, 20L), Map.entry(3L, 30L));
  }

  private static ToolDefinition cumulative() throws IOException {
    ToolDefinition visits = definition("visits");
    ToolDefinition.Output output = visits.output();
    return new ToolDefinition(
        visits.name(),
        visits.program(),
        visits.folder(),
        visits.commands(),
        visits.install(),
        visits.prepareWithin(),
        visits.settings(),
        visits.kinds(),
        visits.headline(),
        new ToolDefinition.Output(
            output.every(), output.microsPerTime(), true, output.interval(), output.total()),
        visits.exitCodes(),
        visits.failures(),
        visits.commitsPerTransaction());
  }

  @Test
  void totalBelowTheIntervalsIsNotHidden() throws IOException {
    begin(definition("visits"));
    say(1, "interval 10");
    say(2, "interval 10");
    say(3, "interval 10", "total 15");
    end(3);
    assertThat(figures.booked()[0]).isEqualTo(20);
    assertThat(figures.summary().committed()).hasValue(15);
  }

  @Test
  void withoutATotalTheIntervalsCountAndTheReportIsEmpty() throws IOException {
    begin(definition("visits"));
    say(1, "interval 10");
    say(2, "interval 11");
    end(2.5);
    assertThat(figures.booked()[0]).isEqualTo(21);
    assertThat(figures.summary().committed()).isEmpty();
  }

  @Test
  void silenceIsSaidWithTheLastLine() throws IOException {
    begin(definition("visits"));
    say(1, "intervals: 10");
    assertThat(figures.isSilent(now.get())).isFalse();
    say(6.5, "intervals: 12");
    assertThat(figures.isSilent(now.get())).isTrue();
    assertThat(figures.problem())
        .contains("no line that fits output.interval", "Its last line is 'intervals: 12'.");
  }

  @Test
  void unknownKindAndDamagedNumberAreProblems() throws IOException {
    begin(definition("go-tpc"));
    say(1, "[{\"Prefix\":\"[Current] \",\"Operation\":\"LUNCH\",\"Count\":\"3\"}]");
    assertThat(figures.problem()).contains("'LUNCH', which is none of the kinds");
    begin(definition("go-tpc"));
    say(1, "[{\"Prefix\":\"[Current] \",\"Operation\":\"PAYMENT\",\"Count\":\"many\"}]");
    assertThat(figures.problem()).contains("is no number");
    begin(definition("go-tpc"));
    say(1, "[{\"Prefix\":\"[Current] \",\"Oper", "[1, 2", "{}", "[]");
    assertThat(figures.problem()).isEmpty();
  }

  @Test
  void failuresUnderTheirOwnNameCountAsFailedOnesOfTheKind() throws IOException {
    begin(definition("go-tpc"));
    say(
        1,
        "[{\"Prefix\":\"[Current] \",\"Operation\":\"PAYMENT\",\"Count\":\"9\"},"
            + "{\"Prefix\":\"[Current] \",\"Operation\":\"PAYMENT_ERR\",\"Count\":\"2\",\"Avg(ms)\":\"5\"}]");
    say(
        2,
        "[{\"Prefix\":\"[Summary] \",\"Operation\":\"PAYMENT\",\"Count\":\"20\"},"
            + "{\"Prefix\":\"[Summary] \",\"Operation\":\"PAYMENT_ERR\",\"Count\":\"3\"}]");
    end(2);
    assertThat(figures.booked()).containsExactly(20, 3, 0);
    assertThat(figures.summary().failed()).hasValue(3);
    assertThat(rows.get(1).values()).isEqualTo(Map.of(FigureColumn.FAILED, 2.0));
  }

  @Test
  void totalFarAboveTheIntervalsIsAProblem() throws IOException {
    begin(definition("visits"));
    say(1, "interval 10");
    say(2, "interval 10");
    say(2.1, "total 45");
    end(2.1);
    assertThat(figures.problem()).isEmpty();
    begin(definition("visits"));
    say(1, "interval 10");
    say(2, "interval 10");
    say(2.1, "total 500");
    end(2.1);
    assertThat(figures.problem())
        .contains("its total is 500 transactions, but its intervals have 20");
  }

  @Test
  void toolHasToKeepItsTime() throws IOException {
    begin(definition("visits"));
    now.set(18_500_000_000L);
    figures.judgeEnd();
    assertThat(figures.problem()).isEmpty();
    now.set(5_000_000_000L);
    figures.judgeEnd();
    assertThat(figures.problem()).contains("it ended 15.0 s before its time");
    begin(definition("visits"));
    now.set(25_000_000_000L);
    figures.judgeEnd();
    assertThat(figures.problem()).contains("it ended 5.0 s after its time");
  }

  @Test
  void figureThatIsNoAmountIsAProblem() throws IOException {
    for (String count : List.of("NaN", "-1", "Infinity")) {
      begin(definition("go-tpc"));
      say(1, "[{\"Prefix\":\"[Current] \",\"Operation\":\"PAYMENT\",\"Count\":\"" + count + "\"}]");
      assertThat(figures.problem()).contains("is no number");
      assertThat(rows).isEmpty();
    }
  }
}
