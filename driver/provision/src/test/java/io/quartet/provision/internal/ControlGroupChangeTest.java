package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.plan.EventAction.DiskLimit;
import io.quartet.model.plan.EventAction.DiskRate;
import io.quartet.model.plan.EventAction.MemoryLimit;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.EventAction.ProcessorLimit;
import io.quartet.model.size.VmSize;
import io.quartet.provision.MachineChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of control groups, of version 1 and 2, before, during and after an event. */
@Tag("unit")
class ControlGroupChangeTest {

  @TempDir Path root;

  private void assertChange(boolean isVersion2, OnVm limit, String file, String first, String then)
      throws Exception {
    Path group = Files.createDirectories(root.resolve("plan/a1-vm3"));
    Path path = Files.writeString(group.resolve(file), first + "\n");
    MachineChange change =
        new ControlGroups("plan", List.of(root), isVersion2, "a test")
            .change("a1-vm3", VmSize.NONE, limit);

    run(change.begin());
    assertThat(Files.readString(path).strip()).endsWith(then);
    run(change.undo());
    assertThat(Files.readString(path).strip()).isEqualTo(first);
    Files.delete(path);
    run(change.undo()); // Of a VM that is gone.
  }

  private static void run(List<String> command) throws Exception {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void groupsBelowATopGroupThatAnotherNameHasRemovedStillTakeProcesses() throws Exception {
    ControlGroups groups = ControlGroups.detect("topless");
    ControlGroups.detect("other-name").remove();
    Process sleeping = new ProcessBuilder("sleep", "60").start();
    try {
      ControlGroups.join(
          groups.create("a1-vm3", VmRole.OLTP, VmSize.NONE), List.of(sleeping.pid()));
      if (!groups.roots().isEmpty()) {
        assertThat(Path.of("/proc/" + sleeping.pid() + "/cgroup"))
            .content()
            .contains("quartet/topless/a1-vm3");
      }
    } finally {
      sleeping.destroyForcibly().waitFor();
      groups.remove();
    }
  }

  @Test
  void limitsOfProcessorsAndMemory() throws Exception {
    assertChange(true, new ProcessorLimit(0.5), "cpu.max", "max 100000", "50000 100000");
    assertChange(false, new ProcessorLimit(0.5), "cpu.cfs_quota_us", "-1", "50000");
    assertChange(true, new MemoryLimit(1 << 20), "memory.max", "max", "1048576");
    assertChange(false, new MemoryLimit(1 << 20), "memory.limit_in_bytes", "-1", "1048576");
  }

  @Test
  void limitThatControlGroupsDoNotKnowIsAnObstacle() throws Exception {
    ControlGroups groups = new ControlGroups("plan", List.of(root), true, "a test");
    assertThat(groups.obstacle(new ProcessorLimit(1)))
        .hasValue("control groups here have no cpu.max");
    Files.createFile(root.resolve("cpu.max"));
    assertThat(groups.obstacle(new ProcessorLimit(1))).isEmpty();
    assertThat(new ControlGroups("plan", List.of(), true, "none").obstacle(new ProcessorLimit(1)))
        .hasValue("isolation is none");
  }

  @Test
  void limitsOfEachDisk() throws Exception {
    OnVm limit =
        new DiskLimit(
            Optional.of(new DiskRate(500, false)), Optional.of(new DiskRate(1 << 20, true)));
    Path group = Files.createDirectories(root.resolve("plan/a1-vm3"));
    Files.createFile(group.resolve("io.max"));
    Files.createFile(group.resolve("blkio.throttle.read_iops_device"));
    Files.createFile(group.resolve("blkio.throttle.write_bps_device"));

    List<String> second =
        new ControlGroups("plan", List.of(root), true, "a test")
            .change("a1-vm3", VmSize.NONE, limit)
            .begin();
    assertThat(second).anyMatch(word -> word.matches("[0-9]+:[0-9]+ riops=500"));
    assertThat(second).anyMatch(word -> word.matches("[0-9]+:[0-9]+ wbps=1048576"));
    MachineChange first =
        new ControlGroups("plan", List.of(root), false, "a test")
            .change("a1-vm3", VmSize.NONE, limit);
    assertThat(first.begin()).anyMatch(word -> word.matches("[0-9]+:[0-9]+ 500"));
    assertThat(first.undo()).anyMatch(word -> word.matches("[0-9]+:[0-9]+ 0"));
  }
}
