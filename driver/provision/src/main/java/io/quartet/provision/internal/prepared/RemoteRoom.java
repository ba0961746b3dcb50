package io.quartet.provision.internal.prepared;

import io.quartet.model.QuartetException;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Room on the disks of another machine.
 *
 * @param place name and address of the machine, for messages
 */
record RemoteRoom(MachineShell shell, String host, String place) {

  private record Need(String folder, long bytes, long free) {}

  /** A line of the answer: a disk and the bytes that are free on it. */
  record Disk(String name, long free) {

    private static final Pattern LINE = Pattern.compile("\\s*(\\S+)\\s+(\\d{1,18})\\s*");

    /** Empty for any other line, for instance one of a login banner. */
    static Optional<Disk> of(String line) {
      Matcher parts = LINE.matcher(line);
      return parts.matches()
          ? Optional.of(new Disk(parts.group(1), Long.parseLong(parts.group(2))))
          : Optional.empty();
    }
  }

  /**
   * Makes sure that every disk has room.
   *
   * @param bytes bytes to come by folder; folders need not exist, and may share a disk
   * @param what what needs the room, plural, for the message
   * @param whatToDo a sentence without its full stop
   * @throws QuartetException DISK_TOO_SMALL, DATA_FOLDER_CLOSED
   */
  void require(Map<String, Long> bytes, String what, String whatToDo) {
    List<String> arguments = new ArrayList<>(List.of("room"));
    arguments.addAll(bytes.keySet());
    Commands.Result room = shell.run(host, "server", arguments);
    List<Optional<Disk>> disks = room.output().lines().map(Disk::of).toList();
    if (!room.isSuccess() || disks.size() != bytes.size() || disks.contains(Optional.empty())) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "%s: the free space of its disks cannot be read: %s. Run quartet doctor."
              .formatted(place, room.output()));
    }
    Map<String, Need> byDisk = new LinkedHashMap<>();
    int line = 0;
    for (Map.Entry<String, Long> folder : bytes.entrySet()) {
      Disk disk = disks.get(line++).orElseThrow();
      byDisk.merge(
          disk.name(),
          new Need(folder.getKey(), folder.getValue(), disk.free()),
          (old, more) -> new Need(old.folder(), old.bytes() + more.bytes(), old.free()));
    }
    for (Need need : byDisk.values()) {
      DiskNeeds.require(
          what + " on " + place, need.bytes(), need.free(), Path.of(need.folder()), whatToDo);
    }
  }
}
