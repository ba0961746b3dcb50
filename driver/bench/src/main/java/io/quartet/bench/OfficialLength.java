package io.quartet.bench;

import io.quartet.books.Bookkeeper;
import io.quartet.books.GroupChooser;
import io.quartet.books.Reply;
import io.quartet.books.RunClock;
import io.quartet.books.SegmentFinder;
import io.quartet.books.Ticket;
import io.quartet.books.TransactionDeck;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.ConservationCsv;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunInfo;
import io.quartet.results.RunRecorder;
import io.quartet.results.RunState;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Writes the results folder of a run of official length in a minute, for benchmarks of its readers.
 * The load passes in virtual time through the real bookkeeping. The statistics repeat the last
 * samples of a real short run, every second or every 10 s. {@code FILE.yaml REAL_RUN RESULTS}.
 */
public final class OfficialLength {

  private static final long START_UTC_MILLIS = 1_772_366_400_000L;
  private static final String RUN_ID = "20260301-120000-official-length";
  private static final int STEP_MILLIS = 20;
  private static final List<String> SLOW = List.of("tables", "indexes", "sizes", "locks");
  private static final String CHECKPOINTS = "checkpoints";

  private final RunPlan plan;
  private final ResultsFolder folder;
  private final Random random = new Random(7);
  private final Map<VmSet, TransactionDeck> decks = new HashMap<>();
  private final Map<VmSet, Long> trades = new HashMap<>();
  private final Bookkeeper books;
  private final RunRecorder recorder;
  private long now;

  private OfficialLength(RunPlan plan, Path results) {
    this.plan = plan;
    this.folder = ResultsFolder.create(results, RUN_ID);
    RunClock clock = RunClock.by(() -> now, START_UTC_MILLIS);
    this.books = new Bookkeeper(plan, clock);
    this.recorder = new RunRecorder(folder, clock, books);
  }

  public static void main(String[] arguments) throws IOException {
    Path template = Path.of(arguments[1]);
    OfficialLength run =
        new OfficialLength(BenchmarkFile.load(Path.of(arguments[0])), Path.of(arguments[2]));
    run.describe(template);
    run.load();
    run.statistics(template);
    Manifest.write(run.folder);
    System.out.println(run.folder.path());
  }

  /** Copies the description of the machines and programs from the real run; the plan is another. */
  private void describe(Path template) throws IOException {
    RunInfo real = RunInfo.read(ResultsFolder.open(template));
    new RunInfo(
            RUN_ID,
            START_UTC_MILLIS,
            plan,
            real.versions(),
            real.commit(),
            real.host(),
            real.provider(),
            real.vms())
        .write(folder);
    try (Stream<Path> files = Files.list(template.resolve("settings"))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.path().resolve("settings").resolve(file.getFileName()));
      }
    }
    Files.copy(
        template.resolve("checks.csv"),
        folder.file("checks.csv"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void load() {
    GroupChooser chooser = new GroupChooser(plan, plan.sets());
    SegmentFinder finder = new SegmentFinder(plan.timeline());
    Segment last = finder.at(0);
    long end = plan.timeline().total().toMillis();
    recorder.accept(new RunEvent.RunStart(folder.runId()));
    for (long millis = 0; millis < end; millis += STEP_MILLIS) {
      now = millis * 1_000_000;
      Segment segment = finder.at(now);
      if (segment.index() != last.index()) {
        recorder.phaseSwitch();
        recorder.accept(new RunEvent.PhaseSwitch(segment.name()));
        last = segment;
      }
      for (int user = 0; user < plan.userSessions(); user++) {
        VmSet set = chooser.nextSet(segment);
        TransactionType type =
            decks
                .computeIfAbsent(
                    set,
                    key -> TransactionDeck.of(plan.brokerage().mix(), plan.brokerage().seed(), key))
                .next();
        send(set, type);
        if (type == TransactionType.TRADE_ORDER) {
          send(set, TransactionType.TRADE_RESULT);
          if (trades.merge(set, 1L, Long::sum) % 20 == 0) {
            send(set, TransactionType.MARKET_FEED);
          }
        }
      }
      if (millis % 1_000 == 0) {
        recorder.tick();
      }
    }
    recorder.accept(new RunEvent.RunEnd(Optional.empty()));
    recorder.close();
    List<ConservationRow> rows = new ArrayList<>();
    trades.forEach(
        (set, count) ->
            rows.add(
                new ConservationRow(
                    set,
                    count,
                    count,
                    Optional.of(new ConservationRow.Trades(count, 0, 0, 0)),
                    0,
                    true)));
    ConservationCsv.TABLE.write(folder, rows);
    RunState.running().finished(START_UTC_MILLIS + end).write(folder);
  }

  private void send(VmSet set, TransactionType type) {
    Ticket ticket = books.started(set, type, now);
    long nanos = (long) (STEP_MILLIS * 2e5 * Math.exp(0.6 * random.nextGaussian()));
    books.finished(ticket, now + nanos, new Reply(Outcome.COMMITTED, 0, 0, 4, nanos / 1_100));
  }

  private void statistics(Path template) throws IOException {
    Path stats = template.resolve("stats");
    try (Stream<Path> files = Files.walk(stats, FileVisitOption.FOLLOW_LINKS)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".csv")).toList()) {
        String vm = file.getParent().getFileName().toString();
        String name = file.getFileName().toString();
        statistics(file, vm, name.substring(0, name.length() - ".csv".length()));
      }
    }
  }

  /** The last sample, whose counters grow to where they stand: nothing, at first. */
  private void statistics(Path file, String vm, String source) throws IOException {
    List<String[]> lines =
        Files.readAllLines(file, StandardCharsets.UTF_8).stream()
            .map(line -> line.split(",", -1))
            .toList();
    if (lines.size() < 2) {
      return;
    }
    List<String> columns = Arrays.asList(lines.get(0)).subList(1, lines.get(0).length);
    String lastMoment = lines.get(lines.size() - 1)[0];
    List<List<String>> sample =
        lines.stream()
            .filter(line -> line[0].equals(lastMoment))
            .map(line -> Arrays.asList(line).subList(1, line.length))
            .toList();
    long end = plan.timeline().total().toSeconds();
    long step = source.equals(CHECKPOINTS) ? 300 : SLOW.contains(source) ? 10 : 1;
    boolean isGrowing = !vm.equals("host") || source.equals("processes");
    try (StatsCsv csv = new StatsCsv(folder, vm, source)) {
      for (long second = 0; second <= end; second += step) {
        long utcMillis = START_UTC_MILLIS + 1_000 * second;
        List<List<String>> rows = new ArrayList<>(sample);
        if (source.equals(CHECKPOINTS)) {
          rows = List.of(moved(columns, sample.get(0), utcMillis));
        } else if (isGrowing) {
          double part = second / (double) end;
          rows.replaceAll(row -> row.stream().map(value -> grown(value, part)).toList());
        }
        csv.append(utcMillis, columns, Collections.unmodifiableList(rows));
      }
    }
  }

  private static List<String> moved(List<String> columns, List<String> row, long utcMillis) {
    List<String> moved = new ArrayList<>(row);
    moved.set(columns.indexOf("end_utc_ms"), Long.toString(utcMillis));
    return moved;
  }

  private static String grown(String value, double part) {
    return value.matches("[0-9]{1,18}")
        ? Long.toString(Math.round(Long.parseLong(value) * part))
        : value;
  }
}
