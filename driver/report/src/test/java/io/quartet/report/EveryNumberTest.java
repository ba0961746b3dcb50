package io.quartet.report;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.Text;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.InDoubt;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every number in the text of the page stands in {@code report.json}, or is one of those there,
 * converted to the unit shown and rounded to the decimals shown.
 */
@Tag("unit")
class EveryNumberTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Where the numbers of each part of the page stand in {@code report.json}. */
  private static final Map<String, List<String>> SHOWN =
      Map.ofEntries(
          entry(
              "header",
              List.of("run", "metric", "summary", "durability", "versions", "transactions")),
          entry("picture", List.of("transactions")),
          entry(
              "summary",
              List.of(
                  "run",
                  "metric",
                  "summary",
                  "phases",
                  "outages",
                  "pricing",
                  "durability",
                  "configuration")),
          entry("events", List.of("events")),
          entry("throughput", List.of("run", "ramp")),
          entry("shares", List.of("phases", "measuredShares", "metric", "run")),
          entry("response", List.of("transactions", "metric")),
          entry("machine", List.of("statistics")),
          entry("activity", List.of("statistics")),
          entry("space", List.of("statistics")),
          entry(
              "integrity",
              List.of(
                  "littlesLaw",
                  "dataMaintenance",
                  "conservation",
                  "outages",
                  "consistency",
                  "failedConsistencyChecks",
                  "bookkeeping",
                  "refusedStatements")),
          entry("durability", List.of("durability")),
          entry("rules", List.of("audit", "deviations")),
          entry(
              "system",
              List.of(
                  "run",
                  "stages",
                  "start",
                  "virtualMachines",
                  "configuration",
                  "versions",
                  "host",
                  "settings",
                  "askedSettings",
                  "sessionSettings",
                  "tierAs",
                  "machineSettings")),
          entry("build", List.of("build")),
          entry("disclosure", List.of("disclosure")),
          entry("pricing", List.of("pricing", "metric")),
          entry("recompute", List.of("run")));

  /** Elements that explain; the numbers written in their templates are no figures of the run. */
  private static final String EXPLANATIONS =
      ".note, .lead, .sub, .callout, .title, thead, caption, h2, h3, summary, small, .explain, em";

  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}.,_-])[-−+]?\\d+(?:,\\d{3})*(?:\\.\\d+)?(?![\\p{L}\\p{N}_])");
  private static final Pattern DIGIT = Pattern.compile("\\d");

  /** Parts of {@code report.json} whose sizes, moments and lengths of time are texts. */
  private static final Set<String> FACTS =
      Set.of("configuration", "host", "machineSettings", "versions");

  private static final Pattern RECORDED = Pattern.compile("(\\d+)s?");

  private static final Pattern MOMENT =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d) UTC");
  private static final Pattern HOURS = Pattern.compile("(\\d+) h (\\d\\d) min");

  /** Units of the page, and what the unit of report.json is multiplied by to get there. */
  private static final Map<Pattern, Double> UNITS =
      Map.of(
          Pattern.compile("\\bMiB\\b"),
          1.0 / (1 << 20),
          Pattern.compile("\\bGiB\\b"),
          1.0 / (1 << 30),
          Pattern.compile("\\bKiB\\b"),
          1.0 / (1 << 10),
          Pattern.compile("(?<=\\d )GiB\\b"), // of KiB
          1.0 / (1 << 20),
          Pattern.compile("\\bMB\\b"),
          1e-6,
          Pattern.compile("\\bkB\\b"),
          1e-3,
          Pattern.compile("\\d s\\b"),
          1e-3,
          Pattern.compile("\\d min\\b"),
          1.0 / 60);

  @TempDir Path results;

  /** The part of {@code report.json} that belongs to one part of the page. */
  private record Known(TreeSet<Double> numbers, Set<String> texts) {

    static Known of(JsonNode report, List<String> properties) {
      Known known = new Known(new TreeSet<>(), new HashSet<>());
      properties.forEach(property -> known.add(report.path(property)));
      properties.stream()
          .filter(FACTS::contains)
          .forEach(facts -> known.addRecorded(report.path(facts)));
      return known;
    }

    private void add(JsonNode node) {
      if (node.isNumber()) {
        numbers.add(node.asDouble());
      } else if (node.isTextual()) {
        texts.add(node.asText());
      }
      node.forEach(this::add);
      node.fieldNames().forEachRemaining(texts::add);
    }

    private void addRecorded(JsonNode node) {
      Matcher recorded = RECORDED.matcher(node.asText());
      if (recorded.matches()) {
        numbers.add(Double.valueOf(recorded.group(1)));
      }
      node.forEach(this::addRecorded);
    }

    /** True if a number, in some of the units, is shown so. */
    boolean has(String token, List<Double> factors) {
      String plain = token.replace(",", "").replace('−', '-');
      if (texts.contains(plain)) {
        return true;
      }
      double value = Double.parseDouble(plain);
      int point = plain.indexOf('.');
      int decimals = point < 0 ? 0 : plain.length() - point - 1;
      double half = 0.5000001 * Math.max(Math.pow(10, -decimals), 1e-3 * Math.abs(value));
      String unsigned = token.replaceFirst("^[-−+]", "");
      return factors.stream()
          .anyMatch(
              factor ->
                  numbers
                      .subSet((value - half) / factor, true, (value + half) / factor, true)
                      .stream()
                      .map(number -> Math.abs(number * factor))
                      .anyMatch(number -> isShownAs(unsigned, number, decimals)));
    }

    /** As a count, which is exact, or as a derived figure. */
    private static boolean isShownAs(String token, double number, int decimals) {
      String plain = token.replace(",", "");
      return Text.format("%." + decimals + "f", number).equals(plain)
          || Text.figure(number, decimals).equals(token);
    }

    boolean isBetween(double from, double to) {
      Double next = numbers.ceiling(from);
      return next != null && next <= to;
    }
  }

  /** One page and the file beside it. */
  private static final class Page {
    private final JsonNode report;
    private final Document html;
    private final Set<String> constants = constantsOfTheTemplates();
    private final List<String> words;
    private final List<String> unknown = new ArrayList<>();

    /** Texts of the heads of tables: most numbers stand in one. */
    private final Map<Element, String> heads = new HashMap<>();

    Page(Path folder) throws IOException {
      this(folder, Files.readString(folder.resolve(ReportWriter.HTML)));
    }

    Page(Path folder, String html) throws IOException {
      this.report = JSON.readTree(folder.resolve(ReportWriter.JSON).toFile());
      this.html = Jsoup.parse(html);
      List<String> all = new ArrayList<>();
      collectWords(report, all);
      this.words =
          all.stream().distinct().sorted(Comparator.comparing(String::length).reversed()).toList();
    }

    /** Texts with digits that are no plain numbers: names, sentences, versions, settings. */
    private static void collectWords(JsonNode node, List<String> words) {
      if (node.isTextual()) {
        addWord(node.asText(), words);
      }
      node.forEach(child -> collectWords(child, words));
      node.fieldNames().forEachRemaining(name -> addWord(name, words));
    }

    private static void addWord(String word, List<String> words) {
      if (DIGIT.matcher(word).find() && !NUMBER.matcher(word).matches()) {
        words.add(word);
      }
    }

    private static Set<String> constantsOfTheTemplates() throws IOException {
      Set<String> constants = new HashSet<>();
      try (Stream<Path> sources =
          Files.walk(Path.of(System.getProperty("quartet.home"), "driver/report/src/main"))) {
        for (Path source : sources.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(source);
          if (source.toString().endsWith(".jte")) {
            addNumbers(text.replaceAll("[$!]\\{[^}]*}|<[^>]*>", " "), constants);
          } else if (source.toString().endsWith("View.java")) {
            Pattern.compile("\"[^\"]*\"")
                .matcher(text)
                .results()
                .forEach(literal -> addNumbers(literal.group(), constants));
          }
        }
      }
      return constants;
    }

    private static void addNumbers(String text, Set<String> numbers) {
      NUMBER.matcher(text).results().map(MatchResult::group).forEach(numbers::add);
    }

    /** Each with its section and the text it stands in. */
    List<String> unknownNumbers() {
      // The axes of drawings have round numbers, as those of charts with a script have.
      html.select("pre, code, script, style, .hint, noscript, svg.drawing").remove();
      check("header", html.selectFirst("header"));
      for (Element section : html.select("main > section")) {
        assertThat(SHOWN).containsKey(section.id());
        check(section.id(), section);
      }
      return unknown;
    }

    private void check(String name, Element part) {
      Known known = Known.of(report, SHOWN.get(name));
      part.nodeStream(TextNode.class)
          .forEach(
              node -> {
                String rest = withoutWords(node.text());
                rest = without(MOMENT, rest, moment -> isMoment(moment, known));
                rest = without(HOURS, rest, hours -> isLength(hours, known));
                if (!NUMBER.matcher(rest).find()) {
                  return;
                }
                Element around = (Element) node.parent();
                boolean isExplained = around.closest(EXPLANATIONS) != null;
                List<Double> factors = factors(node.text(), around);
                NUMBER
                    .matcher(rest)
                    .results()
                    .map(MatchResult::group)
                    .filter(number -> !known.has(number, factors))
                    .filter(number -> !(isExplained && constants.contains(number)))
                    .forEach(number -> unknown.add(name + ": " + number + " in " + node.text()));
              });
    }

    private String withoutWords(String text) {
      String rest = text;
      if (DIGIT.matcher(text).find()) {
        for (String word : words) {
          rest = rest.replace(word, " ");
        }
      }
      return rest;
    }

    private interface Judge {
      boolean isKnown(MatchResult found);
    }

    /** The text without what was found and is known. */
    private static String without(Pattern pattern, String text, Judge judge) {
      Matcher matcher = pattern.matcher(text);
      return matcher.replaceAll(
          found -> judge.isKnown(found) ? " " : Matcher.quoteReplacement(found.group()));
    }

    private static boolean isMoment(MatchResult moment, Known known) {
      long millis = Instant.parse(moment.group(1) + "T" + moment.group(2) + "Z").toEpochMilli();
      return known.isBetween(millis, millis + 999);
    }

    private static boolean isLength(MatchResult hours, Known known) {
      int minutes = 60 * Integer.parseInt(hours.group(1)) + Integer.parseInt(hours.group(2));
      return known.isBetween(60 * (minutes - 0.5), 60 * (minutes + 0.5));
    }

    /** The units that the text names, or the head of its table. */
    private List<Double> factors(String text, Element around) {
      Element table = around.closest("table");
      String named = text + (table == null ? "" : " " + head(table)) + " ";
      List<Double> factors = new ArrayList<>(List.of(1.0));
      UNITS.forEach(
          (unit, factor) -> {
            if (unit.matcher(named).find()) {
              factors.add(factor);
            }
          });
      return factors;
    }

    private String head(Element table) {
      return heads.computeIfAbsent(table, one -> one.select("thead, caption").text());
    }
  }

  @Test
  void numbersOfTheGoldenRunAreInItsFile() throws IOException {
    Path folder = SimulatedDemo.finished(results);
    TestPages.write(folder);

    assertThat(new Page(folder).unknownNumbers()).isEmpty();
  }

  @Test
  void numbersOfARunWithKilledServersAndOutagesAreInItsFile() throws IOException {
    Path folder = SimulatedDemo.finished(results);
    Kill kill =
        new Kill(
            "d1-vm3",
            "6",
            1_772_366_440_250L,
            30.25,
            1_772_366_410_000L,
            120L,
            1_840,
            2_310L,
            61.26,
            10,
            4_870L);
    Missing trade = new Missing("d1", 200_000_000_041L, 1_772_366_440_000L, "result", "SBMT");
    Durability.of(
            List.of(kill), new Acknowledged(1_234, 1_000, 2, List.of(trade)), new InDoubt(3, 2))
        .write(ResultsFolder.open(folder));
    Files.writeString(
        folder.resolve("events.jsonl"),
        """
        {"utcMillis":1772366430000,"event":"databaseSilent","vm":"b1-vm2","reason":"-","waiting":7}
        {"utcMillis":1772366442000,"event":"databaseRestored","vm":"b1-vm2","lostMillis":12040,"failed":0}
        {"utcMillis":1772366445000,"event":"tierALost","vm":"c1-vm1","reason":"gone","waiting":31}
        """,
        StandardOpenOption.APPEND);
    TestPages.write(folder);

    assertThat(new Page(folder).unknownNumbers()).isEmpty();
  }

  @Test
  void numberThatOnlyThePageHasIsFound() throws IOException {
    Path folder = SimulatedDemo.finished(results);
    TestPages.write(folder);
    String html = Files.readString(folder.resolve(ReportWriter.HTML));
    String before = "<section id=\"shares\" data-print=\"report\">";
    assertThat(html).contains(before);
    String added = before + "<p>7,777.7 requests</p><p class=\"note\">In 4 of 7777 cases.</p>";

    assertThat(new Page(folder, html.replace(before, added)).unknownNumbers())
        .containsExactly(
            "shares: 7,777.7 in 7,777.7 requests", "shares: 7777 in In 4 of 7777 cases.");
  }
}
