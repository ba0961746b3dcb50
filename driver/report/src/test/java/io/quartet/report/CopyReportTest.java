package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.IntervalRow;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.run.EventFigures;
import io.quartet.report.section.EventEffect;
import io.quartet.report.section.EventEffect.SourcePace;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.events.EventLog;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The source of copies in the simulated run of pgbench: phases from 2, 10 and 20 s on. */
@Tag("unit")
class CopyReportTest {

  @TempDir private Path results;

  private EventEffect effect(int exitCode) throws IOException {
    ResultsFolder folder = ResultsFolder.open(SimulatedPgbench.finished(results));
    RunPlan plan = idleAtFirst(SimulatedPgbench.plan());
    PlannedEvent event =
        new PlannedEvent(
            "copies",
            new Moment("1", Duration.ofSeconds(3)),
            Optional.of(new Moment("rampUp2", Duration.ZERO)),
            "a1-vm3",
            new Copy(List.of("b1-vm3"), Copy.Method.BASE_BACKUP));
    RunInfo.read(folder)
        .withPlan(plan.withSchedule(plan.schedule().withEvents(List.of(event))))
        .write(folder);
    Files.writeString(
        folder.path().resolve(EventLog.NAME),
        step("Began", 5_000, 6_400, exitCode) + step("Ended", 6_450, 6_500, 0),
        StandardOpenOption.APPEND);
    return ReportBuilder.build(folder).report().workload().events().get(0);
  }

  /** With clients of b1 in the second phase only. */
  private static RunPlan idleAtFirst(RunPlan plan) {
    Pgbench old = (Pgbench) plan.workload();
    ClientLoad load = old.load();
    SortedMap<VmSet, List<Integer>> clients = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    clients.putAll(load.clients());
    clients.put(VmSet.parse("b1"), List.of(0, 4, 0));
    ClientLoad idle = new ClientLoad(clients, load.ratePerSecond(), load.threads());
    return plan.withSchedule(plan.schedule().withPhases(idle.table()))
        .withWorkload(
            new Pgbench(
                old.program(),
                idle,
                old.scripts(),
                old.protocol(),
                old.tables(),
                old.latencyLimit(),
                old.maxTries(),
                old.seed()));
  }

  private static String step(String kind, long begun, long done, int exitCode) {
    long start = SimulatedPgbench.START_UTC_MILLIS;
    return ("{\"utcMillis\":%d,\"event\":\"plannedEvent%s\",\"title\":\"copies\",\"on\":\"a1-vm3\","
            + "\"plannedUtcMillis\":%d,\"begunUtcMillis\":%d,\"exitCode\":%d,"
            + "\"output\":\"b1-vm3: 123 MiB in 1.4 s\"}%n")
        .formatted(start + done, kind, start + 5_000, start + begun, exitCode);
  }

  @Test
  void sourceIsShownBeforeMeanwhileAndWithLoadOnItsCopies() throws IOException {
    EventEffect effect = effect(0);

    assertThat(effect.source())
        .extracting(SourcePace::time)
        .containsExactly("before the copies", "while they are made", "with load on them");
    assertThat(effect.source()).extracting(SourcePace::seconds).containsExactly(3.0, 1.0, 8.0);
    SourcePace before = effect.source().get(0);
    assertThat(before.etps()).isCloseTo(committedOfSource(2_000, 5_000) / 3.0, within(1e-9));
    assertThat(before.low()).as("3 s show no variation").isNull();
    assertThat(before.changePercent()).isNull();
    SourcePace loaded = effect.source().get(2);
    assertThat(loaded.low()).isLessThan(loaded.etps());
    assertThat(loaded.high()).isGreaterThan(loaded.etps());
    assertThat(loaded.changePercent())
        .isCloseTo(100 * (loaded.etps() / before.etps() - 1), within(1e-9));
    assertThat(EventFigures.sources(List.of(effect)).rows()).hasSize(3);
    assertThat(EventFigures.steps(List.of(effect)).rows().toString())
        .contains("done: b1-vm3: 123 MiB in 1.4 s");
  }

  private long committedOfSource(long from, long to) {
    long start = SimulatedPgbench.START_UTC_MILLIS;
    return RunResults.read(ResultsFolder.open(folder())).intervals().stream()
        .filter(row -> row.set().name().equals("a1"))
        .filter(row -> row.utcMillis() > start + from && row.utcMillis() <= start + to)
        .mapToLong(IntervalRow::committed)
        .sum();
  }

  private Path folder() {
    return results.toFile().listFiles()[0].toPath();
  }

  @Test
  void copiesThatFailedShowNoSource() throws IOException {
    assertThat(effect(1).source()).isEmpty();
  }
}
