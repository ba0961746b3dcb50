package io.quartet.provision.internal;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.EventAction.Words;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How events that have begun are taken back: a list of commands in {@code NAME.events.json}, which
 * only this account can read. The file is there only while there is something to take back. Only
 * who holds the lock of the name may use it.
 */
public final class EventJournal {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Characters of an output that a message repeats. */
  private static final int MOST_SHOWN = 500;

  private final Path file;

  private EventJournal(Path file) {
    this.file = file;
  }

  /**
   * A command that takes an event back.
   *
   * @param event name of the event
   * @param on where it is done
   * @param command program and arguments, for this machine
   * @param limitMillis how long it may take
   */
  public record Undo(String event, String on, List<String> command, long limitMillis) {

    private Commands.Result run() {
      return Commands.run(Path.of("/"), command, Duration.ofMillis(limitMillis));
    }
  }

  /** The journal of a benchmark. */
  public static EventJournal of(DataFolder data) {
    return new EventJournal(data.eventJournal());
  }

  /** True if there is something to take back. */
  public boolean isThere() {
    return Files.exists(file);
  }

  /**
   * Notes a command that may be needed from now on.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  public synchronized void add(Undo undo) {
    List<Undo> all = read();
    all.add(undo);
    write(all);
  }

  /**
   * Takes an event back. What was not possible stays noted.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  public Commands.Result takeBack(Undo undo) {
    Commands.Result result = undo.run();
    if (result.isSuccess()) {
      synchronized (this) {
        List<Undo> all = read();
        all.remove(undo);
        write(all);
      }
    }
    return result;
  }

  /**
   * Takes back what a driver that was killed has left, the latest first. One that fails keeps no
   * other from being taken back.
   *
   * @return EVENT_NOT_UNDONE with each that failed; empty if none did
   * @throws QuartetException DATA_FOLDER_CLOSED, DATA_FOLDER_FOREIGN
   */
  Optional<QuartetException> takeAllBack() {
    List<Undo> all = read();
    Collections.reverse(all);
    List<String> failed = new ArrayList<>();
    for (Undo undo : all) {
      Commands.Result result = takeBack(undo);
      if (!result.isSuccess()) {
        failed.add(notUndone(undo, result));
      }
    }
    return failed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            QuartetException.environment(
                "EVENT_NOT_UNDONE",
                String.join("%n".formatted(), failed)
                    + "%nTake back by hand what is named here, then remove %s.".formatted(file)));
  }

  private static String notUndone(Undo undo, Commands.Result result) {
    return ("event '%s' of an interrupted run is still in force on %s: its undo failed with exit"
            + " code %s: %s%nThe command was: %s")
        .formatted(
            undo.event(),
            undo.on(),
            result.exitCode(),
            Text.visible(Text.shortened(Secrets.masked(result.output()), MOST_SHOWN)),
            Text.visible(new Words(undo.command(), false).text()));
  }

  /** Commands of strangers are not run, although they may have written to the folder. */
  private void requireOwn() throws IOException {
    PosixFileAttributes found =
        Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    UserPrincipal own = Files.getOwner(Path.of("/proc/self"));
    if (!found.isRegularFile()
        || !found.owner().equals(own)
        || !PosixFilePermissions.toString(found.permissions()).equals("rw-------")) {
      throw QuartetException.environment(
          "DATA_FOLDER_FOREIGN",
          file
              + " was not written by Quartet under this account, so its commands are not run. Look"
              + " at it, then remove it or give it back to its owner.");
    }
  }

  private List<Undo> read() {
    try {
      requireOwn();
      return new ArrayList<>(
          JSON.readValue(Files.readAllBytes(file), new TypeReference<List<Undo>>() {}));
    } catch (NoSuchFileException e) {
      return new ArrayList<>();
    } catch (IOException e) {
      throw DataFolder.closed(file, e);
    }
  }

  private void write(List<Undo> all) {
    try {
      if (all.isEmpty()) {
        Files.deleteIfExists(file);
      } else {
        WholeFile.writeSecret(file, JSON.writeValueAsBytes(all));
      }
    } catch (IOException e) {
      throw DataFolder.closed(file, e);
    }
  }
}
