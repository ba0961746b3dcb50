package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.plan.EventAction.DiskLimit;
import io.quartet.model.plan.EventAction.DiskRate;
import io.quartet.model.plan.EventAction.MemoryLimit;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.EventAction.ProcessorLimit;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.VmSize;
import io.quartet.provision.MachineChange;
import io.quartet.provision.PinningCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Control groups {@code quartet/NAME/VM}, version 1 or 2, or none where this account may not make
 * them. Weights follow the role; hard limits exist only where the plan gives them.
 *
 * @param description {@code cgroup v1}, {@code cgroup v2}, or {@code none: why}
 */
public record ControlGroups(String name, List<Path> roots, boolean isVersion2, String description) {

  private static final Path MOUNT = Path.of("/sys/fs/cgroup");
  private static final Path DISKS = Path.of("/sys/block");
  private static final String TOP = "quartet";
  private static final String WRITE = "write";
  private static final List<String> CONTROLLERS =
      List.of("cpu", "cpuacct", "memory", "blkio", Cpusets.CONTROLLER);

  private static final long PERIOD_MICROS = 100_000;

  /** As version 1 spells that there is none. */
  private static final long NO_LIMIT = -1;

  /** Processor weight of a role; the usual weight of a process is 100. */
  private static final Map<VmRole, Integer> WEIGHTS =
      Map.of(VmRole.TIER_A, 50, VmRole.DSS, 50, VmRole.OLTP, 100);

  /**
   * Weight of all VMs together against the rest of the machine: twice an ordinary process. More
   * would starve the driver, which is outside the system under test and whose delays would count as
   * response time.
   */
  private static final int ALL_WEIGHT = 200;

  /**
   * Finds out what this machine allows.
   *
   * @throws QuartetException LIMITS_NOT_POSSIBLE if the plan asks for limits and there are none
   */
  public static ControlGroups of(RunPlan plan) {
    ControlGroups groups = detect(plan.name());
    boolean hasLimits = plan.sizes().values().stream().anyMatch(VmSize::isLimited);
    if (hasLimits && groups.roots.isEmpty()) {
      throw QuartetException.environment(
          "LIMITS_NOT_POSSIBLE",
          "provider.cpus, memory or sizes asks for limits, but isolation is "
              + groups.description
              + ". Run as root on a machine with control groups, or leave the limits out.");
    }
    return PinningCheck.isOf(plan) ? groups : groups.withoutCpusets();
  }

  /**
   * Where nothing is bound, servers keep the processors that this process was given, unless an
   * earlier plan of this name has bound them.
   */
  private ControlGroups withoutCpusets() {
    return isVersion2
        ? this
        : new ControlGroups(
            name,
            roots.stream()
                .filter(root -> !Cpusets.isOf(root) || Files.isDirectory(root.resolve(name)))
                .toList(),
            false,
            description);
  }

  public static ControlGroups detect(String name) {
    if (Files.isRegularFile(MOUNT.resolve("cgroup.controllers"))) {
      Path top = MOUNT.resolve(TOP);
      try {
        enable(MOUNT);
        Files.createDirectories(top);
        enable(top);
        return new ControlGroups(name, List.of(top), true, "cgroup v2");
      } catch (IOException e) {
        return none(name, "cgroup v2 is not writable");
      }
    }
    List<Path> roots = new ArrayList<>();
    for (String controller : CONTROLLERS) {
      Path root = MOUNT.resolve(controller).resolve(TOP);
      try {
        Files.createDirectories(root);
        // If root has created it, no other account may write there.
        if (Files.isWritable(root)) {
          roots.add(root);
        }
      } catch (IOException e) {
        // Not mounted, or not ours to write: the others may still be.
        continue;
      }
    }
    return roots.isEmpty()
        ? none(name, "there are no writable control groups")
        : new ControlGroups(name, roots, false, "cgroup v1");
  }

  /**
   * The group for the driver, which can be bound to processors and memory. It stands beside the top
   * group: the weights and limits of the VMs do not apply to it.
   *
   * @return empty where no group can bind processes, those of VMs included
   */
  public Optional<Path> ofDriver() {
    return roots.stream()
        .filter(Cpusets::isOf)
        .findFirst()
        .map(root -> root.resolveSibling(TOP + "-driver-" + name));
  }

  private static ControlGroups none(String name, String why) {
    return new ControlGroups(name, List.of(), false, "none: " + why);
  }

  private static void enable(Path group) throws IOException {
    Path control = group.resolve("cgroup.subtree_control");
    Files.writeString(control, "+cpu +memory");
    // Counts what each VM reads and writes. Limits do not need it, and some kernels do not have it.
    write(group, control.getFileName().toString(), "+io");
    write(group, control.getFileName().toString(), "+" + Cpusets.CONTROLLER);
  }

  /**
   * Makes the groups of a VM, unless it has them, sets its weight and limits, and binds it. Takes
   * away limits that it has no longer; what runs in the groups goes on.
   *
   * @return the folders to join
   */
  public List<Path> create(String vm, VmRole role, VmSize size) {
    List<Path> created = new ArrayList<>();
    try {
      for (Path root : roots) {
        Path mine = root.resolve(name);
        Files.createDirectories(mine);
        // A driver of another name may just have removed the top group. From now on it cannot.
        for (Path above : List.of(root, mine)) {
          if (isVersion2) {
            enable(above);
          }
          Cpusets.pin(above, Pinning.NONE);
        }
        Path group = mine.resolve(vm);
        Files.createDirectories(group);
        Cpusets.pin(group, size.pinning());
        configure(root, mine, group, role, size);
        created.add(group);
      }
      return created;
    } catch (IOException e) {
      throw QuartetException.environment(
          "LIMITS_NOT_POSSIBLE",
          "the control group of "
              + vm
              + " could not be set up: "
              + e
              + ". Leave the limits and cpusets out.",
          e);
    }
  }

  /**
   * The groups of a VM, which are made if its server was killed and they went with it. Those that
   * are there stay as they are, with the limits of an event.
   */
  public List<Path> ensure(String vm, VmRole role, VmSize size) {
    List<Path> groups = roots.stream().map(root -> root.resolve(name).resolve(vm)).toList();
    return groups.stream().allMatch(Files::isDirectory) ? groups : create(vm, role, size);
  }

  private void configure(Path root, Path mine, Path group, VmRole role, VmSize size)
      throws IOException {
    int weight = WEIGHTS.get(role);
    if (isVersion2) {
      write(group, "cpu.weight", weight);
      write(mine, "cpu.weight", ALL_WEIGHT);
      write(root, "cpu.weight", ALL_WEIGHT);
    } else {
      if (Files.exists(group.resolve("cpu.shares"))) {
        write(group, "cpu.shares", weight * 1024L / 100);
        write(mine, "cpu.shares", ALL_WEIGHT * 1024L / 100);
        write(root, "cpu.shares", ALL_WEIGHT * 1024L / 100);
      }
      limit(group, "cpu.cfs_period_us", PERIOD_MICROS);
      countOperations(group);
    }
    limit(group, processorFile(), processorLimit(size.vcpus()));
    limit(group, memoryFile(), memoryLimit(size.memoryBytes()));
  }

  /**
   * Lets version 1 count what a VM reads and writes. Newer kernels count only on disks for which a
   * limit was set once; 0 takes it away and leaves the counters.
   */
  private static void countOperations(Path group) throws IOException {
    Path limit = group.resolve("blkio.throttle.read_bps_device");
    if (!Files.exists(limit)) {
      return;
    }
    for (String disk : disks()) {
      write(group, limit.getFileName().toString(), disk + " 0");
    }
  }

  /** Each controller of version 1 has a folder with its own files only. */
  private static void limit(Path group, String file, Object value) throws IOException {
    if (Files.exists(group.resolve(file))) {
      Files.writeString(group.resolve(file), value.toString());
    }
  }

  /**
   * True unless a VM uses more memory than it may have by its size. The kernel would refuse the
   * limit, or kill a process of the VM.
   */
  public boolean hasRoom(String vm, VmSize size) throws IOException {
    if (size.memoryBytes().isEmpty()) {
      return true;
    }
    for (Path root : roots) {
      Path used =
          root.resolve(name)
              .resolve(vm)
              .resolve(isVersion2 ? "memory.current" : "memory.usage_in_bytes");
      if (Files.exists(used)
          && Long.parseLong(Files.readString(used).strip()) > size.memoryBytes().getAsLong()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Another limit of a VM while it runs, and those of its size.
   *
   * @throws QuartetException LIMITS_NOT_POSSIBLE if the VM has no group for it
   */
  public MachineChange change(String vm, VmSize size, OnVm limit) {
    List<String> begin = new ArrayList<>(List.of(WRITE));
    List<String> undo = new ArrayList<>(List.of(WRITE));
    try {
      for (Path root : roots) {
        Path group = root.resolve(name).resolve(vm);
        if (limit instanceof DiskLimit disk) {
          limitDisks(group, disk, begin, undo);
        } else {
          limitOne(group, size, limit, begin, undo);
        }
      }
    } catch (IOException e) {
      throw noLimit(vm, e.toString());
    }
    if (begin.size() == 1) {
      throw noLimit(vm, "isolation is " + description);
    }
    return new MachineChange(EventScript.here(begin), EventScript.here(undo));
  }

  /** Why a VM could not get such a limit; empty if it could. */
  public Optional<String> obstacle(OnVm limit) {
    if (roots.isEmpty()) {
      return Optional.of("isolation is " + description);
    }
    Stream<String> files =
        limit instanceof DiskLimit disk
            ? rates(disk).entrySet().stream().map(rate -> diskFile(rate.getKey(), rate.getValue()))
            : Stream.of(limit instanceof ProcessorLimit ? processorFile() : memoryFile());
    return files
        .filter(file -> roots.stream().noneMatch(root -> Files.exists(root.resolve(file))))
        .findFirst()
        .map(file -> "control groups here have no " + file);
  }

  private static QuartetException noLimit(String vm, String why) {
    return QuartetException.environment(
        "LIMITS_NOT_POSSIBLE",
        "the limits of "
            + vm
            + " cannot be changed: "
            + why
            + ". Run as root on a machine with control groups for processors, memory and disks.");
  }

  private void limitOne(
      Path group, VmSize size, OnVm limit, List<String> begin, List<String> undo) {
    boolean isOfProcessors = limit instanceof ProcessorLimit;
    Path path = group.resolve(isOfProcessors ? processorFile() : memoryFile());
    if (Files.exists(path)) {
      begin.add(path.toString());
      begin.add(
          isOfProcessors
              ? processorLimit(OptionalDouble.of(((ProcessorLimit) limit).cpus()))
              : memoryLimit(OptionalLong.of(((MemoryLimit) limit).bytes())));
      undo.add(path.toString());
      undo.add(isOfProcessors ? processorLimit(size.vcpus()) : memoryLimit(size.memoryBytes()));
    }
  }

  private String processorFile() {
    return isVersion2 ? "cpu.max" : "cpu.cfs_quota_us";
  }

  private String processorLimit(OptionalDouble cores) {
    Optional<Long> quota =
        cores.stream().mapToObj(number -> Math.round(number * PERIOD_MICROS)).findFirst();
    return isVersion2
        ? quota.map(Object::toString).orElse("max") + " " + PERIOD_MICROS
        : quota.orElse(NO_LIMIT).toString();
  }

  private String memoryFile() {
    return isVersion2 ? "memory.max" : "memory.limit_in_bytes";
  }

  private String memoryLimit(OptionalLong bytes) {
    return bytes.isPresent()
        ? Long.toString(bytes.getAsLong())
        : isVersion2 ? "max" : Long.toString(NO_LIMIT);
  }

  /** Limits of the kit are none here, so what takes them back is known. */
  private void limitDisks(Path group, DiskLimit limit, List<String> begin, List<String> undo)
      throws IOException {
    for (Map.Entry<String, DiskRate> rate : rates(limit).entrySet()) {
      Path path = group.resolve(diskFile(rate.getKey(), rate.getValue()));
      if (!Files.exists(path)) {
        continue;
      }
      String key = isVersion2 ? rate.getKey().charAt(0) + unit(rate.getValue()) + "=" : "";
      for (String disk : disks()) {
        begin.addAll(List.of(path.toString(), disk + " " + key + rate.getValue().perSecond()));
        undo.addAll(List.of(path.toString(), disk + " " + key + (isVersion2 ? "max" : "0")));
      }
    }
  }

  private static Map<String, DiskRate> rates(DiskLimit limit) {
    Map<String, DiskRate> rates = new LinkedHashMap<>();
    limit.reads().ifPresent(rate -> rates.put("read", rate));
    limit.writes().ifPresent(rate -> rates.put("write", rate));
    return rates;
  }

  private String diskFile(String direction, DiskRate rate) {
    return isVersion2 ? "io.max" : "blkio.throttle." + direction + "_" + unit(rate) + "_device";
  }

  private static String unit(DiskRate rate) {
    return rate.areBytes() ? "bps" : "iops";
  }

  /** Numbers of the disks of this machine that have a size. */
  private static List<String> disks() throws IOException {
    List<String> numbers = new ArrayList<>();
    try (var disks = Files.newDirectoryStream(DISKS)) {
      for (Path disk : disks) {
        if (!Files.readString(disk.resolve("size")).strip().equals("0")) {
          numbers.add(Files.readString(disk.resolve("dev")).strip());
        }
      }
    }
    return numbers;
  }

  /** A weight only improves fairness: a kernel without it is no reason to stop. */
  private static void write(Path group, String file, Object value) {
    try {
      Files.writeString(group.resolve(file), value.toString());
    } catch (IOException e) {
      return;
    }
  }

  /** Moves running processes into the groups of a VM. */
  public static void join(List<Path> groups, List<Long> processes) throws IOException {
    for (Path group : groups) {
      for (long process : processes) {
        try {
          Files.writeString(group.resolve("cgroup.procs"), Long.toString(process));
        } catch (IOException e) {
          if (ProcessHandle.of(process).isPresent()) {
            throw e;
          }
        }
      }
    }
  }

  /** Removes a group in which nothing runs. */
  public static void removeIfUnused(Path group) {
    try {
      Files.deleteIfExists(group);
    } catch (IOException e) {
      return; // Something still runs in it.
    }
  }

  /** Removes every group of this name, and the top groups if they are unused. */
  public void remove() {
    ofDriver().ifPresent(ControlGroups::removeIfUnused);
    for (Path root : roots) {
      try {
        Path mine = root.resolve(name);
        if (Files.isDirectory(mine)) {
          try (var vms = Files.newDirectoryStream(mine, Files::isDirectory)) {
            for (Path vm : vms) {
              Files.deleteIfExists(vm);
            }
          }
          Files.deleteIfExists(mine);
        }
        Files.deleteIfExists(root);
      } catch (IOException e) {
        // Other names still use the top group, which keeps it.
        continue;
      }
    }
  }
}
