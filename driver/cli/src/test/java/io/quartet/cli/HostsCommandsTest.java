package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs for prepared machines, none of which is there. */
@Tag("unit")
class HostsCommandsTest {

  @TempDir Path folder;

  private final Quartet quartet = new Quartet();

  private Path file(String engine) throws IOException {
    return Files.writeString(
        folder.resolve("hosts.yaml"),
        """
        name: nobody
        phases: [[100, 0, 0, 0]]
        engine: {access: %s}
        provider:
          kind: hosts
          hosts: [{set: a1, tierA: "127.9.1.1:1", dss: "127.9.1.2:1", oltp: "127.9.1.3:1"}]
        """
            .formatted(engine));
  }

  @Test
  void doctorNamesTheMachineWhereNobodyAnswers() throws IOException {
    assertThat(quartet.run("doctor", "--json", file("none").toString())).isEqualTo(3);

    JsonNode finding = new ObjectMapper().readTree(quartet.out()).get(1);
    assertThat(finding.get("check").asText()).isEqualTo("Tier A a1-vm1");
    assertThat(finding.get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding.get("detail").asText())
        .startsWith("Tier A at 127.9.1.1:1: TIER_A_UNREACHABLE")
        .contains("refused");
    assertThat(finding.get("fix").asText()).contains("systemctl status quartet-tier-a@a1");
  }

  @Test
  void doctorAndUpNameTheMachineWhoseStatisticsCannotBeCollected() throws IOException {
    Files.writeString(folder.resolve("ssh_config"), "Port 1\n");
    Path file = file("none");
    Files.writeString(file, "  ssh: {configuration: ssh_config}\n", StandardOpenOption.APPEND);

    assertThat(quartet.run("doctor", "--json", file.toString())).isEqualTo(3);
    JsonNode findings = new ObjectMapper().readTree(quartet.out());
    assertThat(findings.findValuesAsText("check"))
        .containsSubsequence("files", "Tier A a1-vm1", "statistics a1-vm1");
    JsonNode finding =
        findings.get(findings.findValuesAsText("check").indexOf("statistics a1-vm1"));
    assertThat(finding.get("verdict").asText()).isEqualTo("FAILED");
    assertThat(finding.get("detail").asText())
        .contains("Tier A at 127.9.1.1:1: no statistics of the machine", "Connection refused");

    assertThat(quartet.run("up", file.toString())).isEqualTo(3);
    assertThat(quartet.err()).contains("2 of the machines", "no statistics of the machine");
  }

  @Test
  void upSaysWhatIsMissingAndDownLeavesTheMachinesAlone() throws IOException {
    String file = file("none").toString();

    assertThat(quartet.run("up", file)).isEqualTo(3);
    assertThat(quartet.err()).contains("a1-vm1 at 127.9.1.1:1", "[MACHINES_NOT_READY]");
    assertThat(quartet.run("down", file)).isZero();
    assertThat(quartet.out()).contains("nobody: prepared machines stay as they are");
  }

  /** Only root has its files where they are by default on machines. */
  @Test
  void upOnTheMachineOfTheDriverNeedsAnotherFolder() throws IOException {
    Files.writeString(folder.resolve("ssh_config"), "Port 1\n");
    Path file = file("libpq");
    Files.writeString(
        file, "  prepare: true\n  ssh: {configuration: ssh_config}\n", StandardOpenOption.APPEND);

    boolean isRoot = System.getProperty("user.name").equals("root");
    assertThat(quartet.run("up", file.toString())).isEqualTo(isRoot ? 2 : 3);
    assertThat(quartet.err())
        .contains(isRoot ? "Set provider.dataDirectory" : "[MACHINES_NOT_READY]");

    Files.writeString(file, "  dataDirectory: /srv/quartet\n", StandardOpenOption.APPEND);
    assertThat(quartet.run("up", file.toString())).isEqualTo(3);
    assertThat(quartet.err()).contains("[MACHINES_NOT_READY]");
  }

  @Test
  void certificatesAreMadeOnce() throws IOException {
    String file = file("libpq").toString();
    String tls = folder.resolve("tls").toString();

    assertThat(quartet.run("certificates", file, "--output", tls)).as(quartet.err()).isZero();
    assertThat(quartet.out().lines()).hasSize(6).allMatch(line -> line.startsWith(tls));
    assertThat(quartet.run("certificates", file, "--output", tls)).isEqualTo(2);
    assertThat(quartet.err()).contains("[FILE_EXISTS]");
  }

  @Test
  void filesForMachinesNeedMachines() {
    Path file = folder.resolve("laptop.yaml");
    assertThat(quartet.run("init", file.toString())).isZero();

    for (String verb : new String[] {"package", "certificates"}) {
      assertThat(quartet.run(verb, file.toString(), "--output", folder.resolve("x").toString()))
          .isEqualTo(2);
    }
    assertThat(quartet.err()).contains("provider.hosts", "[NO_MACHINES]");
  }
}
