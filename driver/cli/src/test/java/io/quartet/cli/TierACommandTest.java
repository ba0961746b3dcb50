package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.BenchmarkFile;
import io.quartet.provision.os.QuartetHome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of the program behind the verb {@code tier-a}. It serves nobody here. */
@Tag("process")
class TierACommandTest {

  private static final String DATABASES = "--dss 127.1.1.2:1 --oltp 127.1.1.3:1";
  private static final String REST =
      "--listen 127.1.1.1:1 --load-units 3 --trade-days 1 --news-length 10000 --seed 42"
          + " --user-sessions 1 --market-sessions 1 --check";

  private record Ended(int exitCode, String output) {}

  private static Ended run(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(QuartetHome.tierA().toString()));
    command.addAll(List.of(String.join(" ", options).split(" ", -1)));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // It names those that it ignores.
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    Process process = builder.start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new Ended(process.waitFor(), output);
  }

  private static void assertRefused(String reason, String... options) throws Exception {
    Ended ended = run(options);
    assertThat(ended.output()).contains(reason);
    assertThat(ended.exitCode()).isEqualTo(2);
  }

  @Test
  void linesOfItsHelpFitAPage() throws Exception {
    Ended help = run("--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.output().lines()).hasSizeGreaterThan(30).allMatch(line -> line.length() <= 100);
  }

  /** {@code isolation.tradeResult} is {@code --isolation-trade-result}; both take its values. */
  @ParameterizedTest
  @ValueSource(strings = {"access", "statements", "isolation/properties/tradeResult"})
  void optionsOfTheEngineAreSpelledLikeTheKeysOfTheBenchmarkFile(String key) throws Exception {
    JsonNode values =
        new ObjectMapper()
            .readTree(BenchmarkFile.schema())
            .at("/properties/engine/properties/" + key + "/enum");
    assertThat(values).isNotEmpty();
    String option =
        "--"
            + key.replace("/properties/", "-")
                .replaceAll("(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    for (JsonNode value : values) {
      String databases = value.asText().equals("none") ? "" : DATABASES + " ";
      assertThat(run(databases + REST, option, value.asText())).isEqualTo(new Ended(0, ""));
    }
    assertRefused(option, DATABASES, REST, option, "other");
  }

  @Test
  void withoutDatabasesItTakesNone() throws Exception {
    assertRefused("--access none has no databases", DATABASES, REST, "--access none");
    assertRefused("--dss and --oltp are both needed", "--dss 127.1.1.2:1", REST);
    assertRefused(
        "--access none has no databases", REST.replace("--check", "--probe"), "--access none");
    assertRefused("--probe excludes --check", DATABASES, REST, "--probe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4"})
  void activeLoadUnitsOutOfRangeAreBadInput(String active) throws Exception {
    assertRefused(
        "--active-load-units: " + active + " is not in 1..3",
        DATABASES,
        REST,
        "--active-load-units",
        active);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--set e1",
        "--set a0",
        "--user-sessions 0",
        "--market-sessions x",
        "--seed 1.5",
        "--listen 127.1.1.1",
        "--listen 127.1.1.1:65536",
        "--dss DSN=a/b",
        "--oltp nowhere",
        "--tls-key key",
        "--unknown"
      })
  void whatItCannotReadIsRefusedAndNamed(String option) throws Exception {
    String name = option.split(" ", -1)[0];
    String others = (DATABASES + " " + REST).replaceFirst(name + " [^ ]+ ", "");
    assertRefused(name, others, option);
  }
}
