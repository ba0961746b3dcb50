package io.quartet.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.PhaseTable;
import io.quartet.model.TestPlans;
import io.quartet.model.ValidityProfile;
import io.quartet.results.SimulatedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/audit.md has a row for every rule, and names the checks there are. */
@Tag("unit")
class AuditOverviewTest {

  private static final int RULES = 48;
  private static final String RESPONSE_TIMES = "response-time-*";

  /** Checks that only some runs have: with workers, with a rate, on a ramp. */
  private static final Set<String> OF_SOME_RUNS = Set.of("workers", "overload", "foreign-share");

  private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\|.*");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private static List<String> lines() throws IOException {
    return Files.readAllLines(Path.of(System.getProperty("quartet.home"), "docs/audit.md"));
  }

  private static Set<String> checks(Path results) {
    return ValidityRules.evaluate(
            SimulatedRun.write(
                results, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013)))
        .checks()
        .stream()
        .map(check -> check.id().startsWith("response-time-") ? RESPONSE_TIMES : check.id())
        .collect(Collectors.toSet());
  }

  @Test
  void everyRuleHasOneRow() throws IOException {
    List<Integer> numbers =
        lines().stream()
            .map(ROW::matcher)
            .filter(Matcher::matches)
            .map(row -> Integer.valueOf(row.group(1)))
            .toList();

    assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, RULES).boxed().toList());
  }

  @Test
  void checksOfTheTableExistAndEveryCheckIsNamed(@TempDir Path results) throws IOException {
    Set<String> named = new TreeSet<>();
    lines().stream()
        .filter(line -> ROW.matcher(line).matches())
        // The column 'check and file': what comes before each colon.
        .flatMap(line -> Stream.of(line.split("\\|")[4].split(";")))
        .forEach(entry -> codes(entry.split(":")[0], named));
    codes(String.join(" ", lines()).split("Beside the rules:")[1], named);

    Set<String> expected = new TreeSet<>(checks(results));
    expected.addAll(OF_SOME_RUNS);
    assertThat(named).isEqualTo(expected);
  }

  private static void codes(String text, Set<String> into) {
    Matcher code = CODE.matcher(text);
    while (code.find()) {
      into.add(code.group(1));
    }
  }
}
