package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.FakeKit;
import io.quartet.provision.MachineListener;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Set on three bare machines, behind scripts that answer in place of SSH and Ansible. */
@Tag("process")
class MachinePreparationTest {

  private static final String NAME = "preparation";

  /**
   * Prints what {@code journal look} and {@code server room} print on a bare machine with disks.
   */
  private static final String BARE =
      """
      arguments=" $* "
      case $arguments in
        *' look '*) printf '%s\\n' 'system debian 12' 'architecture x86_64' 'memory 8000000000' 'processors 4' ;;
        *' room '*) for folder in ${arguments#* room }; do echo "/dev/vda $((1 << 50))"; done ;;
      esac
      """;

  @TempDir private Path folder;

  private FakeKit kit;

  @BeforeEach
  void fake() throws IOException {
    kit = new FakeKit(folder.resolve("kit"));
    kit.script("on", BARE);
    play("");
  }

  @AfterEach
  void restore() throws IOException {
    kit.close();
  }

  /**
   * Lets the playbook note the machines it was to work on, print lines of results, and do what is
   * left on all machines without a failure.
   */
  private void play(String... lines) throws IOException {
    kit.script(
        "play",
        """
        while [[ $1 != --limit ]]; do shift; done
        printf '%%s' "$2" >'%s'
        lines=$(cat <<'LINES'
        %s
        LINES
        )
        printf '%%s\n' "$lines"
        [[ ${*: -1} == up ]] && task='%s' || task='%s'
        for machine in ${2//,/ }; do
          grep -qE "$machine.*(failed|unreachable)" <<<"$lines" ||
            printf '{"machine": "%%s", "task": "%%s", "state": "ok"}\n' "$machine" "$task"
        done
        """
            .formatted(
                folder.resolve("limit"),
                String.join("\n", lines),
                Playbook.LAST_TASKS.get("up"),
                Playbook.LAST_TASKS.get("down")));
  }

  private String playedOn() throws IOException {
    return Files.readString(folder.resolve("limit"));
  }

  private static String line(String machine, String task, String state, int code) {
    return "{\"machine\": \"%s\", \"task\": \"%s\", \"state\": \"%s\", \"reason\": \"why\", \"code\": %d}"
        .formatted(machine, task, state, code);
  }

  private static RunPlan plan(String vm3) {
    return FakeKit.plan(NAME, "/srv/quartet", "10.0.0.1", "10.0.0.2", vm3);
  }

  private MachinePreparation preparation(RunPlan plan) {
    return new MachinePreparation(
        plan, new MachineFiles(plan, new DataFolder(folder, NAME), new MachineInventory(plan)));
  }

  private void up(String vm3) {
    preparation(plan(vm3)).up(MachineListener.NONE);
  }

  private void down(String vm3) {
    preparation(plan(vm3)).down(MachineListener.NONE);
  }

  private static String assertFails(ThrowingCallable verb, String code) {
    List<String> messages = new ArrayList<>();
    assertThatThrownBy(verb)
        .isInstanceOfSatisfying(
            QuartetException.class,
            error -> {
              assertThat(error.code()).isEqualTo(code);
              messages.add(error.getMessage());
            });
    return messages.get(0);
  }

  private Path record(String host) {
    return folder.resolve(NAME + "/machines/prepared/" + host + ".vms");
  }

  @Test
  void machineThatRefusedIsForgottenAndItsAddressMayChange() throws IOException {
    play(
        line("a1-vm1", Playbook.FIRST_CHANGE, "ok", 0),
        line("a1-vm2", Playbook.FIRST_CHANGE, "ok", 0),
        line("a1-vm3", Playbook.FIRST_CHANGE, "failed", 3));
    assertFails(() -> up("10.0.0.3"), "MACHINES_NOT_PREPARED");

    play(line("a1-vm1", Playbook.FIRST_CHANGE, "ok", 0));
    up("10.0.0.4");
    assertThat(record("10.0.0.4")).hasContent("a1-vm3");
    down("10.0.0.4");
    assertThat(playedOn()).isEqualTo("a1-vm1,a1-vm2,a1-vm3");
  }

  @Test
  void downLeavesAMachineAloneThatRefused() throws IOException {
    play(line("a1-vm3", Playbook.FIRST_CHANGE, "failed", 3));
    assertFails(() -> up("10.0.0.3"), "MACHINES_NOT_PREPARED");

    play();
    down("10.0.0.3");
    assertThat(playedOn()).isEqualTo("a1-vm1,a1-vm2");
  }

  @Test
  void machineOnWhichSomethingMayBeIsNeverForgotten() throws IOException {
    for (String[] lines :
        new String[][] {
          // Its list was written, and a later task failed, or the connection broke.
          {
            line("a1-vm3", Playbook.FIRST_CHANGE, "ok", 0),
            line("a1-vm3", "start the server", "failed", 3)
          },
          // The list may have been written.
          {line("a1-vm3", Playbook.FIRST_CHANGE, "unreachable", 0)},
          {line("a1-vm3", Playbook.FIRST_CHANGE, "failed", 1)},
        }) {
      play(lines);
      assertFails(() -> up("10.0.0.3"), "MACHINES_NOT_PREPARED");
      assertThat(assertFails(() -> up("10.0.0.4"), "MACHINES_CHANGED"))
          .contains("a1-vm3 at 10.0.0.3", "with the old addresses", record("10.0.0.3").toString());
      Files.delete(record("10.0.0.3"));
    }
  }

  @Test
  void machineThatWasPreparedAndRefusesNowIsNotForgotten() throws IOException {
    up("10.0.0.3");
    play(line("a1-vm3", Playbook.FIRST_CHANGE, "failed", 3));
    assertFails(() -> up("10.0.0.3"), "MACHINES_NOT_PREPARED");

    assertThat(record("10.0.0.3")).exists();
  }

  @Test
  void machineThatUpDidNotReachBeforeItWasKilledIsNotForgotten() throws IOException {
    kit.script("play", "kill -KILL $$");
    assertFails(() -> up("10.0.0.3"), "ANSIBLE_FAILED");

    assertFails(() -> up("10.0.0.4"), "MACHINES_CHANGED");
  }

  @Test
  void downEndsAlthoughAMachineIsGoneForGood() throws IOException {
    up("10.0.0.3");
    play(line("a1-vm3", "remove what was made", "unreachable", 0));
    assertThat(assertFails(() -> down("10.0.0.3"), "MACHINES_NOT_CLEARED"))
        .contains("a1-vm3 at 10.0.0.3", "gone for good", record("10.0.0.3").getParent().toString());
    // The others are cleared, and need no second pass.
    assertFails(() -> down("10.0.0.3"), "MACHINES_NOT_CLEARED");
    assertThat(playedOn()).isEqualTo("a1-vm3");

    Files.delete(record("10.0.0.3"));
    Files.delete(folder.resolve("limit"));
    down("10.0.0.3");
    assertThat(folder.resolve("limit")).doesNotExist();
  }

  @Test
  void machinesWithoutAnEndAreNotTakenForCleared() throws IOException {
    up("10.0.0.3");
    kit.script(
        "play",
        "printf '%s\n' '"
            + line("a1-vm1", "remove what was made", "changed", 0)
            + "' '"
            + line("a1-vm3", "remove what was made", "failed", 1)
            + "'; kill -KILL $$");

    assertThat(assertFails(() -> down("10.0.0.3"), "MACHINES_NOT_CLEARED"))
        .contains("2 of 3 machines", "a1-vm2 at 10.0.0.2", "Ansible ended before");
    assertThat(record("10.0.0.1")).doesNotExist();
    assertThat(record("10.0.0.2")).exists();
  }

  @Test
  void playbooksEndWithTheTaskThatSaysSo() throws IOException {
    kit.close();
    for (String name : Playbook.LAST_TASKS.keySet()) {
      String playbook = Files.readString(QuartetHome.script("machines/ansible/" + name + ".yml"));
      assertThat(playbook.substring(playbook.lastIndexOf("- name: ")))
          .startsWith("- name: " + Playbook.LAST_TASKS.get(name) + "\n")
          .doesNotContain("\n      when:");
    }
  }

  @Test
  void downShowsWhatStays() throws IOException {
    up("10.0.0.3");
    play(
        line("a1-vm1", "remove what was made", "changed", 0),
        line("a1-vm2", "remove what was made", "changed", 0)
            .replace("}", ", \"notices\": [\"one stays\", \"two stay\"]}"));
    List<String> ends = new ArrayList<>();

    preparation(plan("10.0.0.3"))
        .down(
            new MachineListener() {
              @Override
              public void at(String machine, String text) {}

              @Override
              public void ended(String machine, String text) {
                ends.add(machine + ": " + text);
              }
            });

    assertThat(ends)
        .containsExactly(
            "a1-vm1: cleared", "a1-vm2: cleared; one stays; two stay", "a1-vm3: cleared");
  }

  @Test
  void downWithoutRecordsWorksOnAllMachines() throws IOException {
    play(line("a1-vm3", "remove what was made", "failed", 3));
    assertFails(() -> down("10.0.0.3"), "MACHINES_NOT_CLEARED");

    assertThat(playedOn()).isEqualTo("a1-vm1,a1-vm2,a1-vm3");
    assertThat(record("10.0.0.3")).exists();
    assertThat(record("10.0.0.1")).doesNotExist();
  }

  @Test
  void playbookChangesNothingBeforeTheTaskThatNotesIt() throws IOException {
    kit.close();
    String playbook = Files.readString(QuartetHome.script("machines/ansible/up.yml"));
    String before = playbook.substring(0, playbook.indexOf("- name: " + Playbook.FIRST_CHANGE));

    assertThat(
            Pattern.compile("ansible\\.builtin\\.(\\w+):")
                .matcher(before)
                .results()
                .map(module -> module.group(1)))
        .containsExactly("setup", "include_vars");
  }

  @Test
  void lookMakesNoFolder() {
    MachinePreparation preparation = preparation(plan("10.0.0.3"));

    assertThat(preparation.reach()).allMatch(PreparedMachine::isReady);
    assertThat(preparation.look()).extracting(PreparedMachine::fix).containsOnly("Run quartet up");
    assertThat(folder.resolve(NAME)).doesNotExist();
  }
}
