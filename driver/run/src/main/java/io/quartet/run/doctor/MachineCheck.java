package io.quartet.run.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.run.doctor.Diagnosis.Health;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;

/** Looks whether this machine can carry the VMs of an embedded plan. */
final class MachineCheck {

  private static final Duration TRIAL = Duration.ofMillis(500);

  /** A page of PostgreSQL, as a commit writes. */
  private static final int PAGE_BYTES = 8192;

  /** Every commit waits for one; slower disks are cloud volumes, or share their spindle. */
  private static final double SLOW_FSYNC_MILLIS = 10;

  /** The need of a plan is an upper estimate; above this many times the memory, it fails. */
  private static final int FAR_TOO_MUCH = 2;

  /** Connections, libraries and logs of one Tier A beside its sessions. */
  private static final int OTHER_FILES = 200;

  private final RunPlan plan;
  private final LocalNeeds needs;

  MachineCheck(RunPlan plan) {
    this.plan = plan;
    this.needs = LocalNeeds.of(plan);
  }

  /** Without those about disks if the data folder cannot be used, which is told elsewhere. */
  List<Diagnosis> diagnoses() {
    return needs.dataFolderProblems().isEmpty()
        ? List.of(memory(), overcommit(), diskRoom(), diskSpeed(), openFiles(), ports())
        : List.of(memory(), overcommit(), openFiles(), ports());
  }

  private Diagnosis memory() {
    long has = Machine.detect().memoryBytes();
    long most = needs.memoryBytes();
    return Diagnosis.of(
        "memory",
        most <= has,
        most <= FAR_TOO_MUCH * has ? Health.WARNING : Health.FAILED,
        Text.format("needs at most %s, has %s", Bytes.text(most), Bytes.text(has)),
        "Use fewer Sets or users, or set the memory of the VMs in provider.sizes.");
  }

  private Diagnosis overcommit() {
    return OvercommitCheck.of(plan, Machine.detect());
  }

  private Diagnosis diskRoom() {
    String check = "disk room";
    try {
      needs.requireRoom();
      return Diagnosis.ok(
          check,
          needs.isUp()
              ? "the databases exist already"
              : "enough for the databases, about " + Bytes.text(needs.diskBytes()));
    } catch (QuartetException e) {
      return Diagnosis.of(check, Health.FAILED, e);
    } catch (IOException e) {
      return new Diagnosis(
          check, Health.NOT_CHECKED, e.toString(), "Check the permissions of the folder.");
    }
  }

  private Diagnosis diskSpeed() {
    String check = "disk speed";
    Path folder = needs.walFolder();
    try {
      double millis = fsyncMillis(folder);
      return Diagnosis.of(
          check,
          millis <= SLOW_FSYNC_MILLIS,
          Health.WARNING,
          Text.format("%.2f ms for a write and fsync of 8 KiB in %s", millis, folder),
          "Every commit waits for it: set provider.tablespaces.wal to a faster disk.");
    } catch (IOException e) {
      return new Diagnosis(
          check,
          Health.NOT_CHECKED,
          folder + " cannot be written by this account: " + e,
          "Set provider.dataDirectory to a folder you can write to.");
    }
  }

  /** Mean of as many as fit into the trial; the file is gone afterwards. */
  private static double fsyncMillis(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "quartet-doctor", ".tmp");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
      long start = System.nanoTime();
      long end = start;
      int writes = 0;
      while (end - start < TRIAL.toNanos()) {
        channel.write(ByteBuffer.allocate(PAGE_BYTES), 0);
        channel.force(false);
        writes++;
        end = System.nanoTime();
      }
      return (end - start) / 1e6 / writes;
    }
  }

  private Diagnosis openFiles() {
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long limit = system.getMaxFileDescriptorCount();
    // libpq and ODBC take a socket each; a Tier A has a session for every user on both databases.
    boolean hasTierA = plan.workload().hasTierA();
    long needed = (hasTierA ? 2L : 1L) * needs.sessions() + OTHER_FILES;
    return Diagnosis.of(
        "open files",
        needed <= limit,
        Health.FAILED,
        Text.format(
            "a process may open %,d files, %s needs about %,d",
            limit, hasTierA ? "Tier A" : plan.workload().label(), needed),
        "Raise the limit: ulimit -n " + needed + ", or LimitNOFILE of the service.");
  }

  private Diagnosis ports() {
    String check = "ports";
    try {
      needs.requirePorts();
      return Diagnosis.ok(
          check,
          Embedded.of(plan).port()
              + (!needs.isUp()
                  ? " is free everywhere"
                  : plan.workload().hasTierA()
                      ? " is free for Tier A"
                      : " is in use by the servers"));
    } catch (QuartetException e) {
      return Diagnosis.of(check, Health.FAILED, e);
    }
  }
}
