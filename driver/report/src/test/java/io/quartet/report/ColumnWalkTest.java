package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.Rule;
import io.quartet.audit.Rules;
import io.quartet.model.GoldenFile;
import io.quartet.model.QuartetException;
import io.quartet.model.TestLength;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every column of every raw file of two real runs is edited by one, in three of its rows, as if the
 * manifest were made anew. What no rule notices stands in docs/audit.md.
 *
 * <p>After an edit, the rules that name the file as their evidence are applied; suite {@code
 * java-long} applies all rules. Both have to give the same table.
 */
@Tag("unit")
class ColumnWalkTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HEADER =
      "| file | no rule notices an edit of | of some rows or values only |";

  /** Samples of the driver's machine and of one database: those of the others are alike. */
  private static final String STATS = "stats/(host|a1-vm3)/.*\\.csv";

  private static final String TABLES =
      "(phases|intervals|driver|checks|conservation|inputs|loaded)\\.csv|" + STATS;

  /** Files that rules read without naming them as evidence: every rule may. */
  private static final Set<String> OF_EVERY_RULE =
      Set.of("run.json", "state.json", "events.jsonl", "durability.json", "acknowledged.csv");

  /** Values in {@code run.json} that a plan may have too, by their path. */
  private static final Map<String, String> OTHER_VALUES =
      Map.ofEntries(
          Map.entry("plan.profile", "\"custom\""),
          Map.entry("plan.mix", "{\"Trade-Order\": 10, \"Market-Watch\": 90}"),
          Map.entry("plan.dataMaintenance", "\"3s\""),
          Map.entry("plan.market.flush", "19"),
          Map.entry("plan.market.flushAfter", "\"2s\""),
          Map.entry("plan.engine.access", "\"odbc\""),
          Map.entry("plan.engine.statements", "\"plain\""),
          Map.entry("plan.engine.isolation.tradeResult", "\"repeatable-read\""),
          Map.entry("plan.database.indexes", "\"plain\""),
          Map.entry("plan.provider.cpus", "{\"oltp\": 1}"),
          Map.entry("plan.provider.memory", "{\"oltp\": \"4GB\"}"),
          Map.entry("plan.provider.settings", "{\"oltp\": {\"fsync\": \"off\"}}"),
          Map.entry("plan.collect.interval", "\"2s\""));

  @TempDir Path results;
  private Path folder;
  private RunResults whole;
  private Set<String> brokenBefore;
  private final Map<String, Map<String, Integer>> noticed = new TreeMap<>();
  private final Map<String, Map<String, Integer>> edited = new TreeMap<>();

  @Test
  void tableOfThePageIsMadeFromTheWalk() throws IOException {
    open(withFilesOfToday(OlderFolders.wholeDemo(results.resolve("demo"))));
    for (String name : names(TABLES)) {
      walkTable(name);
    }
    walkLines("events.jsonl");
    walkDocument("state.json");
    walkDocument("run.json");
    walkDocument("stats/host/facts.json");
    walkDocument("stats/host/iostat.json");
    walkDocument("plans/before/a1-vm3.json");
    walkDocument("plans/after/a1-vm3.json");
    walkDocument("settings/a1-vm3.json");
    walkListing("schema/a1-vm3.txt");
    for (Map.Entry<String, String> other : new TreeMap<>(OTHER_VALUES).entrySet()) {
      tryOtherValue(other.getKey(), JSON.readTree(other.getValue()));
    }
    tryOtherValue("workloadVersion", JSON.getNodeFactory().numberNode(1));
    for (String name : List.of("logs/a1-vm3.log", "logs/collectors.log")) {
      tryOut(name, "any line", Files.readString(folder.resolve(name)) + "another line\n");
    }
    open(OlderFolders.unpack("2026-11-22-durability-and-cut-file", results.resolve("durability")));
    edit(folder.resolve("sqlstates.csv"), text -> text.replaceAll("(?m),,(\\d+)$", ",TRs5,$1"));
    walkTable("sqlstates.csv");
    walkTable("acknowledged.csv");
    walkDocument("durability.json");
    comparePage();
  }

  private void open(Path run) {
    folder = run;
    whole = RunResults.read(ResultsFolder.open(run));
    brokenBefore = broken(whole, Rules.ALL);
  }

  /** Files and columns that runs have today and that no rule needs. */
  private static Path withFilesOfToday(Path run) throws IOException {
    Files.writeString(
        run.resolve("stats/a1-vm3/locks.csv"),
        "utc_ms,lock_type,mode,state,locks\n1795432783881,tuple,SIReadLock,granted,16\n");
    Files.writeString(
        run.resolve("stats/a1-vm3/vacuums.csv"),
        "utc_ms,table_name,phase,heap_blks_total,heap_blks_scanned,heap_blks_vacuumed,"
            + "index_vacuum_count\n1795432783881,trade,vacuuming heap,9,7,5,1\n");
    Files.writeString(
        run.resolve("stats/host/processes.csv"),
        "utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib\n"
            + "1795432783881,a1-vm1,1,2,10,20,1756,11312\n");
    Files.writeString(
        run.resolve("stats/host/notes.csv"), "utc_ms,source,note\n1795432783881,disk,left out\n");
    writePlans(run.resolve("plans/before"), "");
    writePlans(
        run.resolve("plans/after"),
        """
        , "executions": 7, "milliseconds": 1.5, "sharedHit": 30, "sharedRead": 2,
        "rowsRemoved": 4, "heapFetches": 1""");
    Files.writeString(
        run.resolve("stats/host/gaps.csv"),
        "utc_ms,source,missed_ms,reason\n1795432783881,cpu,2000,was stopped\n");
    Files.writeString(
        run.resolve("settings/a1-vm3.json"),
        """
        [{"name": "fsync", "setting": "on", "unit": null, "source": "default", "boot_val": "on"},
         {"name": "shared_buffers", "setting": "64", "unit": "8kB", "source": "configuration file",
          "boot_val": "16384"}]
        """);
    edit(
        run.resolve("stats/a1-vm3/indexes.csv"),
        text ->
            text.replaceAll("(?m)([a-z0-9])$", "$1,8192,90.5")
                .replaceFirst("8192,90.5", "index_bytes,leaf_density"));
    edit(
        run.resolve("run.json"),
        text ->
            text.replace("\"schemaVersion\" : 2", "\"schemaVersion\" : 2, \"workloadVersion\" : 2")
                .replaceAll(
                    "\"role\" : \"Tier B [A-Z]+\"",
                    "$0, \"hugePageBytes\" : 7, \"schemaSha256\" : \"f1\""));
    for (String set : List.of("a1", "b1", "c1", "d1")) {
      for (String file : List.of("schema/" + set + "-vm2.txt", "schema/" + set + "-vm3.txt")) {
        edit(run.resolve(file), text -> text.replaceAll("(?m)^load: .*$", "$0, schema hash f1"));
      }
    }
    return run;
  }

  private static void edit(Path file, UnaryOperator<String> edit) throws IOException {
    String before = Files.readString(file);
    Files.writeString(file, edit.apply(before));
    assertThat(Files.readString(file)).isNotEqualTo(before);
  }

  private List<String> names(String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.matches(pattern))
          .sorted()
          .toList();
    }
  }

  private void walkTable(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(name));
    String[] columns = lines.get(0).split(",");
    for (int column = 0; column < columns.length; column++) {
      for (int row : three(1, lines.size())) {
        String[] fields = lines.get(row).split(",", -1);
        if (!fields[column].isEmpty()) {
          fields[column] = another(fields[column]);
          List<String> changed = new ArrayList<>(lines);
          changed.set(row, String.join(",", fields));
          tryOut(name, columns[column], String.join("\n", changed) + "\n");
        }
      }
    }
  }

  /** The first, the middle and the last. */
  private static Set<Integer> three(int from, int to) {
    return from >= to
        ? Set.of()
        : Stream.of(from, (from + to) / 2, to - 1).collect(Collectors.toSet());
  }

  private static String another(String value) {
    if (value.matches("\\d{1,18}")) {
      return String.valueOf(Long.parseLong(value) + 1);
    }
    if (value.matches("\\d+\\.\\d+")) {
      return String.valueOf(Double.parseDouble(value) + 1);
    }
    return switch (value) {
      case "true" -> "false";
      case "false" -> "true";
      case "pass" -> "fail";
      default -> value + "x";
    };
  }

  /** A line of JSON each, told apart by event. */
  private void walkLines(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(name));
    Map<String, List<Integer>> byEvent = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String event = JSON.readTree(lines.get(i)).path("event").asText();
      byEvent.computeIfAbsent(event, key -> new ArrayList<>()).add(i);
    }
    for (Map.Entry<String, List<Integer>> entry : byEvent.entrySet()) {
      for (int index : three(0, entry.getValue().size())) {
        int row = entry.getValue().get(index);
        JsonNode line = JSON.readTree(lines.get(row));
        for (Map.Entry<String, JsonNode> field : line.properties()) {
          ObjectNode other = line.deepCopy();
          other.set(field.getKey(), another(field.getValue()));
          List<String> changed = new ArrayList<>(lines);
          changed.set(row, other.toString());
          tryOut(name, entry.getKey() + "." + field.getKey(), String.join("\n", changed) + "\n");
        }
      }
    }
  }

  private static void writePlans(Path folder, String counters) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("a1-vm3.json"),
        """
        {"role": "oltp", "database": "quartet", "serverVersion": "15.18", "analyzed": true,
         "statements": [
           {"name": "TRs5", "transaction": "TRADE_RESULT", "sql": "SELECT t_qty FROM trade",
            "plans": [{"scans": "index trade_pkey", "plan": {"Node Type": "Index Scan"}%s}]}]}
        """
            .formatted(counters));
  }

  private static JsonNode another(JsonNode value) {
    if (value.isBoolean()) {
      return JSON.getNodeFactory().booleanNode(!value.asBoolean());
    }
    if (value.isIntegralNumber()) {
      return JSON.getNodeFactory().numberNode(value.asLong() + 1);
    }
    return value.isNumber()
        ? JSON.getNodeFactory().numberNode(value.asDouble() + 1)
        : JSON.getNodeFactory().textNode(another(value.asText()));
  }

  private void walkDocument(String name) throws IOException {
    JsonNode document = JSON.readTree(folder.resolve(name).toFile());
    Map<String, List<String>> places = new LinkedHashMap<>();
    collect(document, "", places);
    for (Map.Entry<String, List<String>> entry : places.entrySet()) {
      for (int index : three(0, entry.getValue().size())) {
        JsonNode other = document.deepCopy();
        String place = entry.getValue().get(index);
        int slash = place.lastIndexOf('/');
        JsonNode parent = other.at(place.substring(0, slash));
        if (parent instanceof ObjectNode object) {
          String field = place.substring(slash + 1).replace("~1", "/").replace("~0", "~");
          object.set(field, another(object.get(field)));
          tryOut(name, entry.getKey(), other.toString());
        }
      }
    }
  }

  /** Pointers to values, by their path without positions in lists. */
  private static void collect(JsonNode node, String place, Map<String, List<String>> places) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              field ->
                  collect(
                      field.getValue(),
                      place + "/" + field.getKey().replace("~", "~0").replace("/", "~1"),
                      places));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        collect(node.get(i), place + "/" + i, places);
      }
    } else if (!node.isNull()) {
      String path = place.replaceAll("/\\d+(?=/|$)", "").substring(1).replace('/', '.');
      places.computeIfAbsent(path, key -> new ArrayList<>()).add(place);
    }
  }

  /** A line of each kind, which its first word names. */
  private void walkListing(String name) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(name));
    Map<String, Integer> kinds = new TreeMap<>();
    for (int row = 0; row < lines.size(); row++) {
      kinds.put(lines.get(row).split("[ :]")[0], row);
    }
    for (Map.Entry<String, Integer> kind : kinds.entrySet()) {
      List<String> changed = new ArrayList<>(lines);
      changed.set(kind.getValue(), another(lines.get(kind.getValue())));
      tryOut(name, kind.getKey(), String.join("\n", changed) + "\n");
    }
  }

  private void tryOtherValue(String path, JsonNode value) throws IOException {
    JsonNode run = JSON.readTree(folder.resolve("run.json").toFile());
    int dot = path.lastIndexOf('.');
    ObjectNode parent =
        (ObjectNode) run.at(dot < 0 ? "" : "/" + path.substring(0, dot).replace('.', '/'));
    parent.set(path.substring(dot + 1), value);
    tryOut("run.json", path, run.toString());
  }

  private void tryOut(String name, String column, String text) throws IOException {
    Path file = folder.resolve(name);
    Path kept = folder.resolveSibling("kept");
    Files.move(file, kept);
    Files.writeString(file, text);
    String place = name.replace("a1-vm3", "VM");
    edited.computeIfAbsent(place, key -> new LinkedHashMap<>()).merge(column, 1, Integer::sum);
    if (!brokenBefore.containsAll(brokenAfterEditOf(name))) {
      noticed.computeIfAbsent(place, key -> new LinkedHashMap<>()).merge(column, 1, Integer::sum);
    }
    Files.delete(file);
    Files.move(kept, file);
  }

  private Set<String> brokenAfterEditOf(String name) {
    try {
      // The results of a run have none of the samples.
      RunResults run =
          name.startsWith(StatsCsv.FOLDER) ? whole : RunResults.read(ResultsFolder.open(folder));
      return broken(run, Rules.ALL.stream().filter(rule -> mayRead(rule, name)).toList());
    } catch (QuartetException e) {
      return Set.of(e.code());
    }
  }

  private static boolean mayRead(Rule rule, String name) {
    return TestLength.isSoak()
        || OF_EVERY_RULE.contains(name)
        || rule.evidence().stream()
            .anyMatch(
                files ->
                    FileSystems.getDefault()
                        .getPathMatcher("glob:" + files)
                        .matches(Path.of(name)));
  }

  /** The broken rules of a run, besides the rule about its manifest. */
  private static Set<String> broken(RunResults run, List<Rule> rules) {
    return rules.stream()
        .filter(rule -> rule.includes(run.info().plan()) && rule != Rules.EVIDENCE)
        .map(rule -> rule.check(run))
        .filter(Check::breaksTheRun)
        .map(check -> check.id() + check.detail())
        .collect(Collectors.toSet());
  }

  private void comparePage() {
    List<String> table = new ArrayList<>(List.of(HEADER, "|---|---|---|"));
    edited.forEach(
        (file, columns) -> {
          String never = names(file, columns, false);
          String sometimes = names(file, columns, true);
          if (!never.isEmpty() || !sometimes.isEmpty()) {
            table.add("| `" + file + "` | " + never + " | " + sometimes + " |");
          }
        });
    GoldenFile.assertTable("docs/audit.md", table);
  }

  private String names(String file, Map<String, Integer> columns, boolean isSometimes) {
    return columns.entrySet().stream()
        .filter(
            column -> {
              int count = noticed.getOrDefault(file, Map.of()).getOrDefault(column.getKey(), 0);
              return isSometimes ? count > 0 && count < column.getValue() : count == 0;
            })
        .map(column -> "`" + column.getKey() + "`")
        .collect(Collectors.joining(", "));
  }
}
