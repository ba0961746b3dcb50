package io.quartet.provision;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Pinning;
import io.quartet.provision.internal.ControlGroups;
import io.quartet.provision.internal.Cpusets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The control group that binds this process, and what it starts meanwhile, to the processors and
 * the memory that the plan gives the driver. Servers and Tier As join their own groups, and are not
 * affected. Not thread-safe.
 */
public final class DriverGroup implements AutoCloseable {

  private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");
  private static final List<Long> THIS_PROCESS = List.of(ProcessHandle.current().pid());

  /** Null if the plan binds nothing. */
  private final Path group;

  private final Path former;

  private DriverGroup(Path group, Path former) {
    this.group = group;
    this.former = former;
  }

  /**
   * Binds this process until the group is closed; does nothing if the plan does not ask for it.
   *
   * @throws QuartetException PINNING_NOT_POSSIBLE
   */
  public static DriverGroup join(RunPlan plan) {
    Pinning pinning = plan.driver().pinning();
    if (!pinning.isPresent()) {
      return new DriverGroup(null, null);
    }
    ControlGroups groups = ControlGroups.detect(plan.name());
    Path group = groups.ofDriver().orElseThrow(() -> impossible(groups.description(), null));
    try {
      Path former = former(group.getParent(), groups.isVersion2());
      Files.createDirectories(group);
      Cpusets.pin(group, pinning);
      ControlGroups.join(List.of(group), THIS_PROCESS);
      return new DriverGroup(group, former);
    } catch (IOException e) {
      ControlGroups.removeIfUnused(group);
      throw impossible(e.toString(), e);
    }
  }

  /**
   * The group that this process is in. A container sees its own group as the top one, whatever the
   * name of the group says.
   */
  private static Path former(Path top, boolean isVersion2) throws IOException {
    for (String line : Files.readAllLines(OWN_GROUPS)) {
      String[] parts = line.split(":", 3);
      if (isVersion2 ? parts[1].isEmpty() : Cpusets.isOneOf(parts[1])) {
        Path named = top.resolve(parts[2].substring(1));
        return Files.isDirectory(named) ? named : top;
      }
    }
    return top;
  }

  /**
   * Lets this process run where it ran before, or anywhere if its former group is gone: systemd
   * removes one that is empty. Never throws, because a run may be over.
   */
  @Override
  public void close() {
    if (group == null) {
      return;
    }
    for (Path place : List.of(former, group.getParent())) {
      try {
        ControlGroups.join(List.of(place), THIS_PROCESS);
        ControlGroups.removeIfUnused(group);
        return;
      } catch (IOException e) {
        continue;
      }
    }
  }

  private static QuartetException impossible(String why, IOException cause) {
    return QuartetException.environment(
        PinningCheck.CODE,
        "driver.cpuset or numaNode binds the driver, but its control group does not work: "
            + why
            + ". Leave both keys out, or run as root.",
        cause);
  }
}
