package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditCommandTest {

  private final StringWriter err = new StringWriter();

  @TempDir Path folder;

  private int audit(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "audit";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Main.commandLine()
        .setOut(new PrintWriter(new StringWriter(), true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private String demoFile() throws Exception {
    Path file = folder.resolve("demo.yaml");
    if (!Files.exists(file)) {
      assertThat(Main.commandLine().execute("init", "--example", "demo", file.toString())).isZero();
    }
    return file.toString();
  }

  @Test
  void finishedRunAndDurabilityTestExcludeEachOther() throws Exception {
    assertThat(audit()).isEqualTo(2);
    assertThat(audit(folder.toString(), "--durability", demoFile())).isEqualTo(2);
    assertThat(err.toString()).contains("mutually exclusive");
    assertThat(audit("--vm", "a1-vm3", folder.toString())).isEqualTo(2);
  }

  @Test
  void folderThatIsNoRunIsBadInput() {
    assertThat(audit(folder.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("[NOT_RESULTS]");
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
    assertThat(err.toString()).contains(message);
  }

  @Test
  void preparedMachinesAreRefusedWithWhatToDo() throws Exception {
    Path file = folder.resolve("machines.yaml");
    assertThat(Main.commandLine().execute("init", "--example", "hosts", file.toString())).isZero();
    assertThat(audit("--durability", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains("[DURABILITY_NOT_POSSIBLE]", "pull the power");
  }

  @Test
  void serversHaveToBeUp() throws Exception {
    String text =
        Files.readString(Path.of(demoFile()))
            .replaceFirst("name: demo ", "name: durability-not-up ");
    Path file = Files.writeString(folder.resolve("other.yaml"), text);
    assertThat(audit("--durability", file.toString())).isEqualTo(3);
    assertThat(err.toString()).contains("[NOT_UP]");
  }
}
