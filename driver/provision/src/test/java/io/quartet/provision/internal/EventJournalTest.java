package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.provision.internal.EventJournal.Undo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that a killed driver has left are taken back by the next process that takes the lock. */
@Tag("unit")
class EventJournalTest {

  @TempDir Path root;

  private Undo undo(String event, String... command) {
    return new Undo(event, "driver", List.of(command), 10_000);
  }

  private static void make(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void lockTakesEventsBackTheLatestFirst() throws Exception {
    DataFolder data = new DataFolder(root, "journal");
    Path order = root.resolve("order");
    EventJournal journal = EventJournal.of(data);
    journal.add(undo("first", "bash", "-c", "echo first >>" + order));
    journal.add(undo("second", "bash", "-c", "echo second >>" + order));
    Path file = root.resolve("journal.events.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");

    NameLock.acquire(data).close();

    assertThat(order).hasContent("second\nfirst");
    assertThat(file).doesNotExist();
  }

  @Test
  void journalThatOthersMayHaveWrittenIsNotRun() throws Exception {
    DataFolder data = new DataFolder(root, "foreign");
    Path ran = root.resolve("ran");
    EventJournal.of(data).add(undo("foreign", "touch", ran.toString()));
    Path file = root.resolve("foreign.events.json");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));

    assertThatThrownBy(() -> NameLock.acquire(data))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("DATA_FOLDER_FOREIGN"));
    Path moved = Files.move(file, root.resolve("moved"));
    Files.setPosixFilePermissions(moved, PosixFilePermissions.fromString("rw-------"));
    Files.createSymbolicLink(file, moved);
    assertThatThrownBy(() -> NameLock.acquire(data)).isInstanceOf(QuartetException.class);
    assertThat(ran).doesNotExist();
  }

  @Test
  void undoThatFailsIsNamedAndTriedAgain() throws Exception {
    DataFolder data = new DataFolder(root, "failing");
    Path fixed = root.resolve("fixed");
    EventJournal journal = EventJournal.of(data);
    Path earlier = root.resolve("earlier");
    journal.add(undo("earlier", "touch", earlier.toString()));
    journal.add(undo("stuck", "bash", "-c", "echo no disk, token=abc; test -e " + fixed));
    Undo done = undo("done", "true");
    journal.add(done);
    assertThat(journal.takeBack(done).isSuccess()).isTrue();

    assertThatThrownBy(() -> NameLock.acquire(data))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("EVENT_NOT_UNDONE"))
        .hasMessageContaining("event 'stuck' of an interrupted run")
        .hasMessageContaining("exit code 1: no disk, token=***");
    assertThat(earlier).exists();
    Path removed = root.resolve("removed");
    assertThatThrownBy(() -> NameLock.remove(data, () -> make(removed)))
        .isInstanceOf(QuartetException.class)
        .hasMessageContaining("event 'stuck'");
    assertThat(removed).exists();
    make(fixed);
    NameLock.acquire(data).close();
    assertThat(journal.isThere()).isFalse();
  }
}
