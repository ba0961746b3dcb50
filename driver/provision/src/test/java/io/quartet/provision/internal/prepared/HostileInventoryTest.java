package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.Sizes;
import io.quartet.provision.install.TierAPackage;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Ansible and playbooks, with an ssh that answers like a machine on which nothing is
 * installed yet. Every text of a plan is a template here, also where a benchmark file may not have
 * one.
 */
@Tag("process")
class HostileInventoryTest {

  /** Creates the file MARK when Ansible evaluates it, wherever it stands in a text. */
  private static final String TEMPLATE = "{{ lookup('pipe', 'touch $MARK') }}";

  /** Takes a module on standard input, and answers what each module of the playbooks needs. */
  private static final String SSH =
      """
      #!/usr/bin/env bash
      ! [[ $* =~ BECOME-SUCCESS-[a-z]+ ]] || echo "${BASH_REMATCH[0]}"
      input=
      [[ $* != *python3* ]] || input=$(cat)
      printf '%s\\n' "$*" "$input" >>"$LOG"
      stat='"exists": false'
      ! grep -qE '/(loader|tier-a)"' <<<"$input" || stat='"exists": true, "isdir": true'
      printf '{"changed": true, "rc": 0, "stdout": "changed", "stdout_lines": ["port ufw 1"], "stat": {%s}, "ansible_facts": {"ansible_os_family": "Debian"}}\\n' "$stat"
      """;

  @TempDir private Path folder;

  private static RunPlan plan() {
    Preparation preparation =
        new Preparation(
            new Preparation.Postgres(
                16, Optional.of("deb http://h ./ " + TEMPLATE), Optional.of("key"), true),
            "/srv/" + TEMPLATE,
            Map.of(Storage.WAL, "/wal/" + TEMPLATE, Storage.INDEX, "/index/" + TEMPLATE),
            Sizes.NONE,
            Optional.of(true),
            Map.of("vm." + TEMPLATE, "1 " + TEMPLATE),
            true);
    SetHosts hosts =
        new SetHosts(
            new Address(TEMPLATE, 7400), new Address(TEMPLATE, 5432), new Address(TEMPLATE, 5433));
    return TestPlans.withOneSet(
            TestPlans.small("hostile", Path.of("/tmp"), 15_432), 1, Duration.ofSeconds(1), 4)
        .withProvider(
            new Hosts(
                Map.of(new VmSet(VmGroup.A, 1), hosts),
                Optional.of(new Ssh(Optional.empty(), Optional.empty())),
                Optional.of(preparation)));
  }

  /** Writes the inventory of a plan and every file that it names. */
  private Path inventory(RunPlan plan) throws IOException {
    Path files = Files.createDirectories(folder.resolve("machines"));
    MachineInventory inventory = new MachineInventory(plan);
    VmMachine machine = VmMachine.of(plan).get(0);
    for (String name :
        List.of(
            "password",
            MachineInventory.REPOSITORY_KEY,
            TierAPackage.tierAArchive(),
            LoaderPackage.archive())) {
      Files.writeString(files.resolve(name), "");
    }
    for (VmMachine.Vm vm : machine.vms()) {
      for (String name : inventory.files(vm).values()) {
        Path file = files.resolve(name).normalize();
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
      }
    }
    ObjectNode variables = inventory.machine(machine).put("quartet_wanted", TEMPLATE);
    Path file = files.resolve("inventory.json");
    new ObjectMapper()
        .writeValue(
            file.toFile(),
            inventory.document(TEMPLATE, files.toString(), Map.of(machine.name(), variables)));
    return file;
  }

  private void program(String name, String text) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void noTextOfAPlanIsATemplate() throws Exception {
    program("ssh", SSH);
    program("sftp", "#!/usr/bin/env bash\ncat >/dev/null\n");
    Path configuration = Files.writeString(folder.resolve("it's " + TEMPLATE), "");
    ProcessBuilder play =
        new ProcessBuilder(
            QuartetHome.script("machines/play").toString(),
            "--configuration",
            configuration.toString(),
            "--log",
            folder.resolve("ansible.log").toString(),
            inventory(plan()).toString(),
            "up");
    Map<String, String> environment = play.environment();
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    environment.put("MARK", folder.resolve("mark").toString());
    environment.put("LOG", folder.resolve("ssh.log").toString());
    Process process = play.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String results = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(results).isZero();
    assertThat(results)
        .as(Files.readString(folder.resolve("ansible.log")))
        .contains(
            "\"task\": \"" + Playbook.LAST_TASKS.get("up") + "\", \"state\": \"ok\"",
            "\"task\": \"postgres : the repository\", \"state\": \"changed\"",
            "\"task\": \"kernel : kernel settings now\", \"state\": \"changed\"");
    assertThat(folder.resolve("mark")).doesNotExist();
    // The log is too long for a message.
    String log = Files.readString(folder.resolve("ssh.log"));
    for (String literal :
        List.of("-F " + configuration, TEMPLATE + " /bin/sh -c", "/srv/{{ lookup(")) {
      assertThat(log.contains(literal)).as(literal).isTrue();
    }
  }
}
