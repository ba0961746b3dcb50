package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.size.Bytes;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Adds up by disk what is going to be written to several folders. Not thread-safe. */
public final class DiskNeeds {

  private record Need(Path folder, long bytes) {}

  private final Map<FileStore, Need> byDisk = new LinkedHashMap<>();

  /** The folder, or the nearest one above it that exists. */
  public static Path existing(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (!Files.isDirectory(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  /** Counts bytes that will be written below a folder, which may not exist yet. */
  public void add(Path folder, long bytes) throws IOException {
    byDisk.merge(
        Files.getFileStore(existing(folder)),
        new Need(folder, bytes),
        (old, more) -> new Need(old.folder(), old.bytes() + more.bytes()));
  }

  /**
   * Makes sure that every disk has the room.
   *
   * @param what what needs it, plural, for the message
   * @param whatToDo what to do when there is too little, a sentence without its full stop
   * @throws QuartetException DISK_TOO_SMALL
   */
  public void require(String what, String whatToDo) throws IOException {
    for (Map.Entry<FileStore, Need> disk : byDisk.entrySet()) {
      Need need = disk.getValue();
      require(what, need.bytes(), disk.getKey().getUsableSpace(), need.folder(), whatToDo);
    }
  }

  public static void require(String what, long needed, long free, Path folder, String whatToDo) {
    if (free < needed) {
      throw QuartetException.environment(
          "DISK_TOO_SMALL",
          Text.format(
              "%s need about %s and %s has %s free. %s.",
              what, Bytes.text(needed), folder, Bytes.text(free), whatToDo));
    }
  }
}
