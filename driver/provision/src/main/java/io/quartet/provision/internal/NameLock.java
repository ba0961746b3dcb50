package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.provision.os.OwnProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Lets one driver at a time work on a plan name. The kernel releases the lock when the driver dies,
 * so a leftover lock file blocks no driver.
 *
 * <p>The kernel also releases a lock when its process closes the file anywhere, even after a read.
 * So a process that holds a lock never opens the file again.
 */
public final class NameLock implements AutoCloseable {

  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private NameLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock, and takes back the events that a killed driver has left.
   *
   * @throws QuartetException NAME_IN_USE if another driver has it; EVENT_NOT_UNDONE
   */
  public static NameLock acquire(DataFolder data) {
    NameLock lock = lock(data);
    try {
      EventJournal.of(data).takeAllBack().ifPresent(NameLock::fail);
      return lock;
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Removes something under the lock. Events that cannot be taken back do not prevent it, and are
   * told afterwards.
   *
   * @throws QuartetException NAME_IN_USE if another driver has the lock; EVENT_NOT_UNDONE
   */
  public static void remove(DataFolder data, Runnable removal) {
    try (NameLock lock = lock(data)) {
      Optional<QuartetException> notUndone = EventJournal.of(data).takeAllBack();
      removal.run();
      notUndone.ifPresent(NameLock::fail);
    }
  }

  private static void fail(QuartetException error) {
    throw error;
  }

  private static NameLock lock(DataFolder data) {
    try {
      DataFolder.createOpen(data.root());
      Path file = data.root().toRealPath().resolve(data.lockFile().getFileName());
      if (!HELD_HERE.add(file)) {
        throw inUse(data, holderHere());
      }
      try {
        return new NameLock(file, lockedChannel(data, file));
      } catch (IOException | RuntimeException e) {
        HELD_HERE.remove(file);
        throw e;
      }
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "cannot write to %s: %s. Set provider.dataDirectory to a folder you can write to."
              .formatted(data.root(), e.getMessage()),
          e);
    }
  }

  /** The driver that works on this name now; empty if there is none, or its lock cannot be read. */
  public static Optional<String> holder(DataFolder data) {
    try {
      Path file = data.root().toRealPath().resolve(data.lockFile().getFileName());
      if (HELD_HERE.contains(file)) {
        return Optional.of(holderHere());
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        return channel.tryLock() == null ? Optional.of(holderElsewhere(file)) : Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static FileChannel lockedChannel(DataFolder data, Path file) throws IOException {
    while (true) {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw inUse(data, holderElsewhere(file));
      }
      if (isStillThere(file)) {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holderHere().getBytes(StandardCharsets.UTF_8)));
        return channel;
      }
      channel.close();
    }
  }

  /** False when the holder before us deleted the file between our open and our lock. */
  private static boolean isStillThere(Path file) throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.anyMatch(descriptor -> isSame(descriptor, file));
    }
  }

  private static boolean isSame(Path descriptor, Path file) {
    try {
      return Files.isSameFile(descriptor, file);
    } catch (IOException e) {
      return false; // One of them is gone.
    }
  }

  /** This process, as {@code quartet run (process 4242, since 2026-11-23T03:00:00Z)}. */
  private static String holderHere() {
    ProcessHandle process = ProcessHandle.current();
    Instant start = process.info().startInstant().orElseGet(Instant::now);
    return OwnProgram.verb().map(verb -> "quartet " + verb).orElse("Quartet")
        + " (process "
        + process.pid()
        + ", since "
        + start.truncatedTo(ChronoUnit.SECONDS)
        + ")";
  }

  private static String holderElsewhere(Path file) {
    try {
      String holder = Files.readString(file);
      // Empty for a moment after it was locked.
      return holder.isEmpty() ? "another Quartet" : holder;
    } catch (IOException e) {
      return "another Quartet";
    }
  }

  private static QuartetException inUse(DataFolder data, String holder) {
    return QuartetException.environment(
        "NAME_IN_USE",
        "%s is using the name %s in %s. Wait until it ends, stop it, or rename this benchmark."
            .formatted(holder, data.name(), data.root()));
  }

  @Override
  public void close() {
    try (channel) {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "cannot remove the lock file " + file + " (" + e + "). Remove it by hand.",
          e);
    } finally {
      HELD_HERE.remove(file);
    }
  }
}
