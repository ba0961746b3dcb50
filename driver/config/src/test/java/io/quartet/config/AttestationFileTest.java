package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.HostileThing;
import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The form of an attestation: what does not fit is refused with its place. */
@Tag("unit")
class AttestationFileTest {

  private static final Path EXAMPLE =
      Path.of(System.getProperty("quartet.home"), "examples/attestation/rule-40.yaml");

  @TempDir Path folder;
  private Path file;
  private String example;

  @BeforeEach
  void copy() throws IOException {
    file = folder.resolve("rule-40.yaml");
    example = Files.readString(EXAMPLE);
  }

  private QuartetException refused(String text) throws IOException {
    Files.writeString(file, text);
    QuartetException error =
        catchThrowableOfType(QuartetException.class, () -> AttestationFile.read(file));
    assertThat(error).as("%s", text).isNotNull();
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
    return error;
  }

  @Test
  void exampleIsRead() {
    assertThat(AttestationFile.read(EXAMPLE).values().at("/attestedBy/name").asText())
        .isEqualTo("Jane Doe");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: Jane Doe                 | nmae: Jane Doe           | MISSING_KEY  | Did you mean 'name'?",
        "schemaVersion: 1               | schemaVersion: 2         | WRONG_VALUE  | it needs 1",
        "schemaVersion: 1               | # left out               | MISSING_KEY  | 'schemaVersion' is missing",
        "name: Jane Doe                 | name: \"Jane\\e[31mDoe\" | WRONG_VALUE  | Jane\\u001b[31mDoe",
        "name: Jane Doe                 | name: \"Jane\\nDoe\"     | WRONG_VALUE  | one line of 1 to 100",
        "name: Jane Doe                 | name: \"Jane\\u202eDoe\" | WRONG_VALUE  | visible characters",
        "name: Jane Doe                 | name: ''                 | WRONG_VALUE  | one line of 1 to 100",
        "date: 2026-11-22               | date: yesterday          | WRONG_VALUE  | 2026-11-21",
        "run: 20261121-090000-official  | run: ../other            | WRONG_VALUE  | id of a run",
        "holds: [wal]                   | holds: [log]             | WRONG_VALUE  | one of data, index, wal",
        "holds: [wal]                   | holds: []                | WRONG_VALUE  | an empty list",
        "failedAt: 2026-11-20T10:15:02Z | failedAt: 10 o'clock     | WRONG_VALUE  | a moment in UTC",
        "file: throughput.csv           | file: \"a\\0b\"          | WRONG_VALUE  | a\\u0000b",
        "date: 2026-11-22               | date: &day 2026-11-22    | YAML_SYNTAX  | anchors",
        "date: 2026-11-22               | run: a                   | MISSING_KEY  | 'date' is missing",
      })
  void whatDoesNotFitIsRefusedWithItsPlace(String part, String other, String code, String words)
      throws IOException {
    assertThat(example).contains(part);

    QuartetException error =
        refused(example.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(other)));

    assertThat(error.code()).isEqualTo(code);
    assertThat(error.getMessage())
        .containsPattern("(?m)^" + Pattern.quote(file.toString()) + ":\\d+:\\d+: ")
        .contains(words)
        .doesNotContain("\u001b", "\0");
  }

  @Test
  void evidenceIsNeeded() throws IOException {
    String head = example.substring(0, example.indexOf("evidence:"));

    assertThat(refused(head + "evidence: []").getMessage()).contains("evidence is an empty list");
    assertThat(refused("").getMessage()).contains("the file is empty");
    assertThat(refused("- 1").getMessage()).contains("the file is a list");
  }

  @Test
  void environmentHasNoSayInIt() throws IOException {
    Files.writeString(file, example.replace("name: Jane Doe", "name: ${HOME}"));

    assertThat(AttestationFile.read(file).values().at("/attestedBy/name").asText())
        .isEqualTo("${HOME}");
  }

  @ParameterizedTest
  @EnumSource(HostileThing.class)
  void hostileThingIsRefusedAtOnce(HostileThing thing) throws Exception {
    thing.replace(file);

    QuartetException error =
        catchThrowableOfType(QuartetException.class, () -> AttestationFile.read(file));

    assertThat(error.code()).isEqualTo("FILE_NOT_FOUND");
    assertThat(error.getMessage())
        .containsPattern(thing.reason().replace(":1:3: ", ":1:3: .*"))
        .contains("--attest-40");
  }
}
