package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.ValidityRules;
import io.quartet.model.HostileThing;
import io.quartet.model.QuartetException;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.RunHistory;
import io.quartet.report.compare.RunHistory.Selection;
import io.quartet.results.Check;
import io.quartet.results.RecordedRuns;
import io.quartet.results.Verdict;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody damages a valid run and makes its manifest fit. Every verb then refuses the folder or
 * calls the run INVALID, and the audit names the place.
 */
@Tag("unit")
class DamagedResultsTest {

  private static final List<String> TEXTS =
      List.of(
          "run.json",
          "state.json",
          "phases.csv",
          "intervals.csv",
          "driver.csv",
          "events.jsonl",
          "checks.csv",
          "conservation.csv",
          "inputs.csv",
          "loaded.csv",
          "latency/phases.hlog",
          "latency/d1-Trade-Order-response.hlog",
          "latency/a1-Trade-Status-service.hlog");

  @TempDir static Path place;
  private static Path whole;

  @TempDir Path results;

  /**
   * One way to damage a folder.
   *
   * @param named what the audit says of it, in its refusal or in the checks that are broken
   */
  record Damage(String name, String named, Change change) {

    interface Change {
      void apply(Path folder) throws IOException, InterruptedException;
    }

    static Damage edit(String what, String file, String named, UnaryOperator<String> edit) {
      return new Damage(
          file + ": " + what,
          named,
          folder -> {
            String before = Files.readString(folder.resolve(file));
            String after = edit.apply(before);
            assertThat(after).as("the edit must change " + file).isNotEqualTo(before);
            Files.writeString(folder.resolve(file), after);
          });
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  static void unpack() throws IOException {
    whole = OlderFolders.wholeDemo(place);
  }

  static List<Damage> damages() {
    List<Damage> all = new ArrayList<>();
    deleted(all);
    cutShort(all);
    garbled(all);
    byOne(all);
    doubled(all);
    negative(all);
    swapped(all);
    ofAnotherFormat(all);
    hostile(all);
    forged(all);
    doubledKeys(all);
    atAnotherTime(all);
    return all;
  }

  private static void deleted(List<Damage> all) {
    for (String file : TEXTS) {
      // Without run.json there is no run: HostileResultsTest.
      if (!file.equals("run.json")) {
        all.add(
            new Damage(file + ": deleted", deletedAs(file), f -> Files.delete(f.resolve(file))));
      }
    }
    for (String file : List.of("sqlstates.csv", "settings/a1-vm2.json", "schema/b1-vm3.txt")) {
      all.add(new Damage(file + ": deleted", file, f -> Files.delete(f.resolve(file))));
    }
  }

  private static String deletedAs(String file) {
    return file.startsWith("latency/") && !file.endsWith("phases.hlog")
        ? "times in latency/"
        : file;
  }

  /** Cut off at the end of a line, so that no line is torn. */
  private static void cutShort(List<Damage> all) {
    for (String file : TEXTS) {
      if (!file.equals("run.json") && !file.equals("state.json")) {
        all.add(
            Damage.edit(
                "a third of its lines",
                file,
                "",
                text -> {
                  List<String> lines = text.lines().toList();
                  return String.join("\n", lines.subList(0, (lines.size() + 2) / 3)) + "\n";
                }));
      }
    }
    for (String file : List.of("run.json", "state.json", "settings/a1-vm2.json")) {
      all.add(
          Damage.edit(
              "cut in the middle",
              file,
              cutAs(file),
              text -> text.substring(0, text.length() / 2)));
    }
  }

  /**
   * Text that the report must contain when this file is cut: its name, without the folder for a
   * file of settings.
   */
  private static String cutAs(String file) {
    return file.startsWith("settings/") ? "a1-vm2.json" : file;
  }

  private static void garbled(List<Damage> all) {
    for (String file : TEXTS) {
      all.add(
          new Damage(
              file + ": bytes overwritten in the middle",
              file.endsWith("service.hlog") ? "a1 Trade-Status has no service times" : file,
              folder -> {
                byte[] bytes = Files.readAllBytes(folder.resolve(file));
                Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + 20, (byte) '?');
                Files.write(folder.resolve(file), bytes);
              }));
    }
  }

  private static void byOne(List<Damage> all) {
    for (String column :
        List.of(
            "start_utc_ms",
            "end_utc_ms",
            "offered",
            "started",
            "skipped",
            "committed",
            "rolled_back_on_purpose",
            "in_flight_at_end",
            "retries",
            "committed_in_phase",
            "response_sum_us")) {
      all.add(plusOne("phases.csv", column, ""));
    }
    for (String column :
        List.of("started", "completed", "committed", "failed", "response_sum_us")) {
      all.add(plusOne("intervals.csv", column, ""));
    }
    for (String column :
        List.of(
            "orders_accepted",
            "results_committed",
            "db_completed",
            "db_submitted",
            "db_canceled",
            "market_in_flight")) {
      all.add(plusOne("conservation.csv", column, ""));
    }
    all.add(plusOne("checks.csv", "rows", "found 1 row, but passed"));
    all.add(plusOne("inputs.csv", "orders", "terms of"));
    all.add(plusOne("loaded.csv", "rows", "was loaded with other rows than"));
    all.add(
        Damage.edit(
            "zero of its clock",
            "run.json",
            "has other times than the plan",
            text ->
                text.replaceFirst("(\"startedUtcMillis\" : \\d+?)\\d,", "$18,")
                    .replaceFirst("(\"startedUtcMillis\" : \\d+?)8,", "$17,")));
  }

  /** In the row in the middle. */
  private static Damage plusOne(String file, String column, String named) {
    return Damage.edit(
        column + " plus one",
        file,
        named,
        text -> {
          List<String> lines = new ArrayList<>(text.lines().toList());
          int index = List.of(lines.get(0).split(",")).indexOf(column);
          int middle = lines.size() / 2;
          String[] fields = lines.get(middle).split(",", -1);
          fields[index] = String.valueOf(Long.parseLong(fields[index]) + 1);
          lines.set(middle, String.join(",", fields));
          return String.join("\n", lines) + "\n";
        });
  }

  private static void doubled(List<Damage> all) {
    for (String file :
        List.of(
            "phases.csv",
            "intervals.csv",
            "driver.csv",
            "events.jsonl",
            "checks.csv",
            "conservation.csv",
            "inputs.csv",
            "loaded.csv",
            "latency/phases.hlog",
            "latency/d1-Trade-Order-response.hlog")) {
      all.add(
          Damage.edit(
              "every line twice",
              file,
              "",
              text ->
                  text.lines()
                      .map(
                          line ->
                              line.matches("(utc_ms|phase|moment|group|vm),.*|[#\"].*")
                                  ? line + "\n"
                                  : line + "\n" + line + "\n")
                      .collect(Collectors.joining())));
    }
    all.add(
        new Damage(
            "Trade-Results twice, in bookkeeping and intervals alike",
            "Trade-Result",
            folder -> {
              doubleTradeResults(folder.resolve("phases.csv"), 7, 8, 10, 24, 25, 30);
              doubleTradeResults(folder.resolve("intervals.csv"), 5, 6, 7, 9);
            }));
    all.add(
        Damage.edit(
            "a retry that nobody made",
            "sqlstates.csv",
            "1 retries of Trade-Result, and 0 in phases.csv",
            text -> text + "retry,Trade-Result,40001,TR.F4.broker,1\n"));
  }

  private static void doubleTradeResults(Path file, int... columns) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.contains(",Trade-Result,")) {
        String[] fields = line.split(",", -1);
        for (int column : columns) {
          fields[column] = String.valueOf(2 * Long.parseLong(fields[column]));
        }
        lines.add(String.join(",", fields));
      } else {
        lines.add(line);
      }
    }
    Files.writeString(file, String.join("\n", lines) + "\n");
  }

  private static void negative(List<Damage> all) {
    for (String file :
        List.of("phases.csv", "intervals.csv", "driver.csv", "conservation.csv", "inputs.csv")) {
      all.add(negative(file, file));
    }
    all.add(negative("checks.csv", "checks.csv"));
    all.add(negative("loaded.csv", "loaded.csv"));
    all.add(
        Damage.edit(
            "a negative count",
            "sqlstates.csv",
            "a negative number",
            text -> text + "retry,Trade-Result,40001,TR.F4.broker,-1\n"));
    all.add(
        Damage.edit(
            "a negative count",
            "stats/host/cpu.csv",
            "a negative number",
            text -> text.replaceAll("(?m)^(\\d+),[0-9.]+,", "$1,-5.0,")));
  }

  /** The last number of every row. */
  private static Damage negative(String file, String named) {
    return Damage.edit(
        "negative numbers",
        file,
        named,
        text -> text.replaceAll("(?m),(\\d+)((,[a-z]+)?)$", ",-7$2"));
  }

  private static void swapped(List<Damage> all) {
    for (String[] pair :
        new String[][] {
          {"settings/a1-vm2.json", "settings/b1-vm2.json"},
          {"settings/a1-vm2.json", "settings/a1-vm3.json"},
          {"latency/a1-Trade-Order-response.hlog", "latency/c1-Trade-Order-response.hlog"},
          {"latency/a1-Trade-Status-service.hlog", "latency/a1-Market-Watch-service.hlog"}
        }) {
      all.add(
          new Damage(
              pair[0] + " and " + pair[1] + ": swapped",
              pair[0].startsWith("settings") ? "settings/ has 127.1" : "a1",
              folder -> {
                Path kept = Files.move(folder.resolve(pair[0]), folder.resolve("kept.tmp"));
                Files.move(folder.resolve(pair[1]), folder.resolve(pair[0]));
                Files.move(kept, folder.resolve(pair[1]));
              }));
    }
    for (String file : List.of("phases.csv", "intervals.csv", "conservation.csv", "inputs.csv")) {
      all.add(
          Damage.edit(
              "Sets a1 and c1 swapped",
              file,
              "a1",
              text ->
                  text.replace("A,a1,", "X,").replace("C,c1,", "A,a1,").replace("X,", "C,c1,")));
    }
    all.add(
        Damage.edit(
            "VMs of one Set swapped",
            "checks.csv",
            "had different checks before the run",
            text ->
                text.replace("a1-vm2", "x")
                    .replace("a1-vm3", "a1-vm2")
                    .replace(",x,", ",a1-vm3,")));
  }

  private static void ofAnotherFormat(List<Damage> all) {
    for (int format : new int[] {0, 3, 99}) {
      all.add(
          Damage.edit(
              "format " + format,
              "run.json",
              "its format is " + format,
              text -> text.replace("\"schemaVersion\" : 2", "\"schemaVersion\" : " + format)));
    }
    all.add(
        Damage.edit(
            "a state of another kit",
            "state.json",
            "unknown state 'done'",
            text -> text.replace("finished", "done")));
    all.add(
        Damage.edit(
            "a column renamed",
            "phases.csv",
            "has no column retries",
            text -> text.replaceFirst("retries", "tries")));
  }

  private static void hostile(List<Damage> all) {
    for (String file : List.of("driver.csv", "sqlstates.csv", "latency/phases.hlog")) {
      for (HostileThing thing : List.of(HostileThing.DEVICE, HostileThing.PIPE)) {
        all.add(
            new Damage(
                file + ": replaced by a " + thing.name().toLowerCase(Locale.ROOT),
                file,
                folder -> thing.replace(folder.resolve(file))));
      }
    }
    all.add(
        new Damage(
            "intervals.csv: a line that never ends",
            "intervals.csv",
            folder -> HostileThing.LONG_LINE.replace(folder.resolve("intervals.csv"))));
    for (String file : List.of("run.json", "phases.csv", "loaded.csv", "settings", "stats")) {
      all.add(
          new Damage(
              file + ": a symbolic link to the same elsewhere",
              file + " is a symbolic link",
              folder -> {
                Path elsewhere = folder.resolveSibling("elsewhere.tmp");
                Files.move(folder.resolve(file), elsewhere);
                Files.createSymbolicLink(folder.resolve(file), elsewhere);
              }));
    }
  }

  private static void replace(Path file, String pattern, String replacement) throws IOException {
    String before = Files.readString(file);
    String after = before.replaceFirst(pattern, replacement);
    assertThat(after).as("the edit must change " + file).isNotEqualTo(before);
    Files.writeString(file, after);
  }

  private static void forged(List<Damage> all) {
    all.add(
        new Damage(
            "a database of another index profile with the same name",
            "was loaded with schema hash bbbb",
            folder -> {
              replace(
                  folder.resolve("schema/a1-vm3.txt"),
                  "(?m)^(load: .*)$",
                  "$1, schema hash " + "b".repeat(64));
              replace(
                  folder.resolve("run.json"),
                  "\"vm\" : \"a1-vm3\",",
                  "$0 \"schemaSha256\" : \"" + "a".repeat(64) + "\",");
            }));
    all.add(
        new Damage(
            "a run that was aborted, with the verdict of one that was not",
            "aborted: power cut",
            folder -> {
              ValidityRules.evaluate(ResultsFolder.open(folder)).write(ResultsFolder.open(folder));
              Path state = folder.resolve("state.json");
              Files.writeString(
                  state,
                  Files.readString(state)
                      .replace("finished", "aborted")
                      .replace("\"reason\" : \"\"", "\"reason\" : \"power cut\""));
            }));
    all.add(
        Damage.edit(
            "the end of the run without its error",
            "events.jsonl",
            "must report exactly once that the load ended as planned",
            text -> text.replaceFirst("(?m)^.*\"runEnd\".*\n", "")));
    all.add(
        Damage.edit(
            "events of another run",
            "events.jsonl",
            "must report exactly once that run",
            text -> text.replaceFirst("\"runId\":\"[^\"]+", "\"runId\":\"another")));
    for (String[] edit :
        new String[][] {
          {"\"loadUnits\" : 1,", "\"loadUnits\" : 2,", "a1-vm1: differs from the plan"},
          {"\"tradeDays\" : 1,", "\"tradeDays\" : 300,", "was loaded with trade days 1"},
          {"\"name\" : \"older-d\"", "\"name\" : \"laptop\"", "is not one of laptop"}
        }) {
      all.add(
          Damage.edit(
              "another plan: " + edit[1],
              "run.json",
              edit[2],
              text -> text.replaceFirst(Pattern.quote(edit[0]), edit[1])));
    }
    all.add(
        Damage.edit(
            "a failed check left out on one database",
            "checks.csv",
            "b1-vm3: had different checks after the run",
            text -> text.replaceFirst("(?m)^after,b1-vm3,.*\n", "")));
    all.add(
        Damage.edit(
            "a failed check left out on all databases",
            "checks.csv",
            "only 40 checks of Tier B DSS after the run",
            text -> text.replaceAll("(?m)^after,[a-d]1-vm2,i03.*\n", "")));
    all.add(
        new Damage(
            "a lost worker that was none, and no latencies",
            "reports a lost worker",
            folder -> {
              Files.writeString(
                  folder.resolve("events.jsonl"),
                  "{\"utcMillis\":1795432783000,\"event\":\"workerLost\",\"worker\":1}\n",
                  StandardOpenOption.APPEND);
              deleteLogs(folder, "[a-d]1-.*");
            }));
    all.add(
        new Damage(
            "a log without tags, and no others",
            "does not know",
            folder -> {
              Path log = folder.resolve("latency/a1-Broker-Volume-response.hlog");
              Files.writeString(log, Files.readString(log).replaceAll("Tag=[^,]*,", ""));
              deleteLogs(folder, "[b-d]1-.*");
            }));
    all.add(
        new Damage(
            "run.json: format 1, and files that it had not",
            "says format 1",
            folder -> {
              Path run = folder.resolve("run.json");
              Files.writeString(
                  run,
                  Files.readString(run)
                      .replace(
                          "\"schemaVersion\" : 2",
                          "\"schemaVersion\" : 1, \"workloadVersion\" : 1"));
              Files.delete(folder.resolve("driver.csv"));
            }));
    all.add(
        Damage.edit(
            "a slow second left out",
            "driver.csv",
            "has a gap",
            text -> {
              List<String> lines = new ArrayList<>(text.lines().toList());
              lines.remove(lines.size() / 2);
              return String.join("\n", lines) + "\n";
            }));
  }

  /** Which of two values counts depends on the reader. */
  private static void doubledKeys(List<Damage> all) {
    for (String[] key :
        new String[][] {
          {"run.json", "\"runId\""},
          {"run.json", "\"profile\""},
          {"state.json", "\"state\""},
          {"events.jsonl", "\"event\""},
          {"settings/a1-vm2.json", "\"name\""}
        }) {
      all.add(
          Damage.edit(
              "key " + key[1] + " twice",
              key[0],
              key[0].substring(key[0].lastIndexOf('/') + 1),
              text -> text.replaceFirst(key[1], key[1] + ":\"x\"," + key[1])));
    }
  }

  private static void atAnotherTime(List<Damage> all) {
    for (String hour : List.of("3600000", "-3600000")) {
      all.add(
          new Damage(
              "intervals.csv: all of another hour, by " + hour,
              "intervals.csv: has requests of",
              folder -> {
                CsvRows intervals = CsvRows.read(folder.resolve("intervals.csv"));
                intervals.rows().forEach(row -> row.add("utc_ms", Long.parseLong(hour)));
                intervals.write();
              }));
    }
    for (String[] edit :
        new String[][] {
          {"the begin", "latency/d1-Trade-Order-response.hlog", "(Tag=1,)\\d+", "$19"},
          {"the begin", "latency/a1-Trade-Status-service.hlog", "(Tag=2,)\\d+", "$1-9"},
          {"a whole segment", "latency/phases.hlog", "(Tag=A;1;Trade-Order,)\\d+", "$19"},
          {
            "the begin of all",
            "latency/d1-Trade-Order-response.hlog",
            "StartTime: 17",
            "StartTime: 16"
          }
        }) {
      all.add(
          Damage.edit(
              edit[0] + " at another time: " + edit[2],
              edit[1],
              "at another time than the plan",
              text -> text.replaceFirst(edit[2], edit[3])));
    }
    all.add(
        new Damage(
            "phases.csv and intervals.csv: the first phase has the commits of the second",
            "counted in 1 or before",
            folder -> moveCommits(folder, "2", "1")));
    all.add(
        new Damage(
            "phases.csv and intervals.csv: the second phase has the commits of the first",
            "crossed the end of 1",
            folder -> moveCommits(folder, "1", "2")));
    all.add(
        Damage.edit(
            "trades that are not known, although the database had checks",
            "conservation.csv",
            "trades in the database: not known",
            text -> text.replaceAll("(?m)^(D,d1(,\\d+){2})(,\\d+){4}", "$1,,,,")));
  }

  private static void moveCommits(Path folder, String from, String to) {
    for (String[] moved :
        new String[][] {{"phases.csv", "committed_in_phase"}, {"intervals.csv", "committed"}}) {
      CsvRows all = CsvRows.read(folder.resolve(moved[0]));
      for (CsvRows.Row row : all.where("phase", from).rows()) {
        all
            .where("phase", to)
            .where("set", row.text("set"))
            .where("transaction", row.text("transaction"))
            .rows()
            .stream()
            .limit(1)
            .forEach(other -> other.take(moved[1], row));
      }
      all.write();
    }
  }

  private static void deleteLogs(Path folder, String pattern) throws IOException {
    try (Stream<Path> logs = Files.list(folder.resolve("latency"))) {
      for (Path log : logs.toList()) {
        if (log.getFileName().toString().matches(pattern)) {
          Files.delete(log);
        }
      }
    }
  }

  /** The history too looks at more than at what is younger than its verdict. */
  @Test
  void historyNoticesWhatIsGoneOrOlder() throws IOException {
    Path folder = RecordedRuns.copyOf(whole, results);
    ValidityRules.evaluate(ResultsFolder.open(folder)).write(ResultsFolder.open(folder));
    assertThat(RunHistory.of(results, Selection.ALL).runs()).allMatch(RunHistory.Entry::isValid);
    Files.delete(folder.resolve("inputs.csv"));
    assertThat(RunHistory.of(results, Selection.ALL).runs()).noneMatch(RunHistory.Entry::isValid);
  }

  @Test
  void thereAreEightyDamages() {
    assertThat(damages()).hasSizeGreaterThanOrEqualTo(80);
    assertThat(damages()).extracting(Damage::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("damages")
  void isRefusedOrNamed(Damage damage) throws Exception {
    Path folder = RecordedRuns.copyOf(whole, results);
    damage.change().apply(folder);
    if (!damage.named().endsWith("is a symbolic link")) {
      writeManifest(folder);
    }
    assertThat(audit(folder)).contains(damage.named());
    assertThat(saysInvalid(() -> ReportWriter.read(folder).verdict().isValid())).isTrue();
    RunHistory history = RunHistory.of(results, Selection.ALL);
    assertThat(history.runs()).noneMatch(run -> Boolean.TRUE.equals(run.isValid()));
    assertThat(history.runs().size() + history.unreadable().size()).isPositive();
  }

  @Test
  void comparisonRefusesOrNamesThem() throws Exception {
    for (Damage damage :
        damages().stream().filter(one -> one.name().startsWith("phases")).toList()) {
      Path folder = RecordedRuns.copyOf(whole, results.resolve(String.valueOf(damage.hashCode())));
      damage.change().apply(folder);
      if (!damage.named().endsWith("is a symbolic link")) {
        writeManifest(folder);
      }
      assertThat(
              saysInvalid(
                  () -> Comparisons.of(List.of(folder, whole)).runs().get(0).verdict().isValid()))
          .as(damage.name())
          .isTrue();
    }
  }

  @Test
  void wholeRunIsValid() {
    Path folder = RecordedRuns.copyOf(whole, results);
    assertThat(ValidityRules.evaluate(ResultsFolder.open(folder)).broken()).isEmpty();
    assertThat(RunHistory.of(results, Selection.ALL).runs()).allMatch(RunHistory.Entry::isValid);
  }

  /** A pipe has no checksum: what lies there is not among the raw files. */
  private static void writeManifest(Path folder) {
    Manifest.write(ResultsFolder.open(folder));
  }

  /** The refusals and broken rules of the audit, in words. */
  private static String audit(Path folder) {
    Verdict verdict;
    try {
      verdict = ValidityRules.evaluate(ResultsFolder.open(folder));
    } catch (QuartetException e) {
      assertThat(e.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
      return e.getMessage();
    }
    assertThat(verdict.isValid()).isFalse();
    return verdict.broken().stream()
        .map(DamagedResultsTest::describe)
        .collect(Collectors.joining("; "));
  }

  private static String describe(Check check) {
    return check.title()
        + " "
        + check.actual()
        + " "
        + check.detail()
        + " "
        + check.findings()
        + " "
        + check.evidence();
  }

  private interface Verb {
    boolean isValid() throws Exception;
  }

  private static boolean saysInvalid(Verb verb) throws Exception {
    try {
      return !verb.isValid();
    } catch (QuartetException e) {
      return true;
    }
  }
}
