package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class AuditCommandTest {

  private final Quartet quartet = new Quartet();

  @TempDir Path folder;

  private int audit(String... arguments) {
    return quartet.run(
        Stream.concat(Stream.of("audit"), Stream.of(arguments)).toArray(String[]::new));
  }

  private String demoFile() throws Exception {
    Path file = folder.resolve("demo.yaml");
    if (!Files.exists(file)) {
      assertThat(quartet.run("init", "--example", "demo", file.toString())).isZero();
    }
    return file.toString();
  }

  @Test
  void finishedRunAndDurabilityTestExcludeEachOther() throws Exception {
    assertThat(audit()).isEqualTo(2);
    assertThat(audit(folder.toString(), "--durability", demoFile())).isEqualTo(2);
    assertThat(quartet.err()).contains("mutually exclusive");
    assertThat(audit("--vm", "a1-vm3", folder.toString())).isEqualTo(2);
  }

  private String run(String profile, String runId) throws Exception {
    return Quartet.run(folder, runId, profile).toString();
  }

  @Test
  void attestationOfRule40IsTakenForItsOfficialRunOnly() throws Exception {
    String example =
        Path.of(System.getProperty("quartet.home"), "examples/attestation/rule-40.yaml").toString();
    String official = run("official", "20261121-090000-official");

    assertThat(audit(official, "--attest-40", example)).as(quartet.err()).isEqualTo(4);
    assertThat(quartet.out())
        .contains("F pass       rule-40")
        .contains("attested by Jane Doe, Example Storage Lab on 2026-11-22");
    assertThat(Files.readString(Path.of(official, "audit.json"))).contains("\"attestation\" : {");
    // Judged again without it, rule 40 is open again.
    assertThat(audit(official)).isEqualTo(4);
    assertThat(quartet.out()).contains("F not judged rule-40");

    assertThat(audit(run("official", "20261121-100000-other"), "--attest-40", example))
        .isEqualTo(2);
    assertThat(quartet.err()).contains("[ATTESTATION_REFUSED]", "not for 20261121-100000-other");
    assertThat(audit(run("custom", "20261121-090000-custom"), "--attest-40", example)).isEqualTo(2);
    assertThat(quartet.err()).contains("rule 40 applies to official runs only");
    assertThat(folder.resolve("20261121-090000-custom/audit.json")).doesNotExist();
  }

  private static final String FORGED = "\u001b[2K\u202e\u009b\nvalid for demo, not publishable";

  private void assertNothingForged() {
    String printed = quartet.out() + quartet.err();
    assertThat(printed).doesNotContain("\u001b", "\u202e", "\u009b");
    assertThat(printed.lines()).noneMatch(line -> line.startsWith("valid"));
    assertThat(printed).containsIgnoringCase("\\u001b[2K\\u202e\\u009b");
  }

  @Test
  void textOfOthersCannotForgeAVerdict() throws Exception {
    Path run = Path.of(run("demo", "20261121-090000-demo"));
    Files.writeString(
        run.resolve("state.json"),
        new ObjectMapper()
            .createObjectNode()
            .put("state", "aborted")
            .put("reason", FORGED)
            .toString());
    Files.writeString(run.resolve("manifest.sha256"), "");
    Files.writeString(run.resolve("file" + FORGED), "");

    assertThat(audit(run.toString())).isEqualTo(4);
    assertThat(quartet.out()).contains("aborted: \\u001b", "file\\u001b");
    assertNothingForged();
    assertThat(audit(run.toString(), "--json")).isEqualTo(4);
    assertNothingForged();
    assertThat(quartet.run("history", "--results", folder.toString())).isZero();
    assertThat(quartet.run("report", run.toString())).isEqualTo(4);
    assertNothingForged();
  }

  @Test
  void namesOfFoldersCannotForgeAVerdict() throws Exception {
    Path odd = Files.createDirectory(folder.resolve("run" + FORGED));
    assertThat(audit(odd.toString())).isEqualTo(2);
    assertNothingForged();
    assertThat(audit(odd.toString(), odd.toString())).isEqualTo(2);
    assertNothingForged();
    assertThat(quartet.run("history", "--results", folder.toString())).isZero();
    assertThat(quartet.out()).contains("not a run: run\\u001b");
    assertNothingForged();
  }

  @Test
  void verdictGoesToAnotherFile() throws Exception {
    Path run = Path.of(run("demo", "20261121-090000-demo"));
    Path file = folder.resolve("verdict.json");
    assertThat(audit(run.toString(), "--output", file.toString())).isEqualTo(4);
    assertThat(file).content().contains("\"verdict\" : \"INVALID\"");
    assertThat(run.resolve("audit.json")).doesNotExist();

    Path none = folder.resolve("none/verdict.json");
    assertThat(audit(run.toString(), "--output", none.toString())).isEqualTo(2);
    assertThat(quartet.out()).as("the verdict is shown all the same").contains("INVALID");
    assertThat(quartet.err()).contains("[FILE_NOT_WRITABLE]");
  }

  @Test
  void folderThatIsNoRunIsBadInput() {
    assertThat(audit(folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("[NOT_RESULTS]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vm         | d1-vm1 | --vm: 'd1-vm1' is not a Tier B VM of this file",
        "--kill-after | 1m     | --kill-after: 60.0 s is not within the 60.0 s of the phases",
        "--kill-after | 1      | '1' is not a length of time, for example 90s or 5m",
        "--times      | 0      | --times: 0 is not in 1..20",
      })
  void killsThatCannotBeAreBadInput(String option, String value, String message) throws Exception {
    assertThat(audit("--durability", demoFile(), option, value)).isEqualTo(2);
    assertThat(quartet.err()).contains(message);
  }

  @Test
  void preparedMachinesAreRefusedWithWhatToDo() throws Exception {
    Path file = folder.resolve("machines.yaml");
    assertThat(quartet.run("init", "--example", "hosts", file.toString())).isZero();
    assertThat(audit("--durability", file.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("[DURABILITY_NOT_POSSIBLE]", "cut the power");
  }

  @Test
  void serversHaveToBeUp() throws Exception {
    String text =
        Files.readString(Path.of(demoFile()))
            .replaceFirst("name: demo ", "name: durability-not-up ");
    Path file = Files.writeString(folder.resolve("other.yaml"), text);
    assertThat(audit("--durability", file.toString())).isEqualTo(3);
    assertThat(quartet.err()).contains("Run this first: quartet up " + file, "[NOT_UP]");
  }
}
