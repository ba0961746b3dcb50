package io.quartet.provision.internal.prepared;

import io.quartet.model.QuartetException;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Room on the disks of another machine.
 *
 * @param place name and address of the machine, for messages
 */
record RemoteRoom(MachineShell shell, String host, String place) {

  private record Need(String folder, long bytes, long free) {}

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
    List<String> disks = room.output().lines().toList();
    if (!room.isSuccess() || disks.size() != bytes.size()) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "%s: the free space of its disks cannot be read: %s. Run quartet doctor."
              .formatted(place, room.output()));
    }
    Map<String, Need> byDisk = new LinkedHashMap<>();
    int line = 0;
    for (Map.Entry<String, Long> folder : bytes.entrySet()) {
      String[] disk = disks.get(line++).strip().split(" +");
      byDisk.merge(
          disk[0],
          new Need(folder.getKey(), folder.getValue(), Long.parseLong(disk[1])),
          (old, more) -> new Need(old.folder(), old.bytes() + more.bytes(), old.free()));
    }
    for (Need need : byDisk.values()) {
      DiskNeeds.require(
          what + " on " + place, need.bytes(), need.free(), Path.of(need.folder()), whatToDo);
    }
  }
}
