package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

  @Test
  void folderThatIsNoRunIsBadInput() {
    assertThat(audit(folder.toString())).isEqualTo(2);
    assertThat(quartet.err()).contains("[NOT_RESULTS]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--vm         | d1-vm1 | --vm: 'd1-vm1' is no Tier B VM of this file",
        "--kill-after | 1m     | --kill-after: 60.0 s is not within the 60.0 s of the phases",
        "--kill-after | 1      | '1' is no length of time, for instance 90s or 5m",
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
    assertThat(quartet.err()).contains("[DURABILITY_NOT_POSSIBLE]", "pull the power");
  }

  @Test
  void serversHaveToBeUp() throws Exception {
    String text =
        Files.readString(Path.of(demoFile()))
            .replaceFirst("name: demo ", "name: durability-not-up ");
    Path file = Files.writeString(folder.resolve("other.yaml"), text);
    assertThat(audit("--durability", file.toString())).isEqualTo(3);
    assertThat(quartet.err()).contains("[NOT_UP]");
  }
}
