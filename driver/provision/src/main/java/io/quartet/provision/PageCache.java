package io.quartet.provision;

import io.quartet.model.Text;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of the page cache of a machine that was to be dropped.
 *
 * @param machine host of databases, or {@code driver's machine}
 * @param obstacle why it was kept; empty if it was dropped
 */
public record PageCache(String machine, Optional<String> obstacle) {

  /** Takes a 3 to drop cached files, their names and their attributes. Source: proc(5). */
  private static final Path SWITCH = Path.of("/proc/sys/vm/drop_caches");

  /** Tens of GB may be written only now. */
  private static final Duration SYNC_LIMIT = Duration.ofMinutes(30);

  private static final String HERE = "driver's machine";

  /** Why that of this machine cannot be dropped; empty if it can. */
  public static Optional<String> obstacleHere() {
    return obstacle(SWITCH);
  }

  /** Drops that of this machine, as far as its files are on disk. */
  public static PageCache dropHere() {
    return drop(SWITCH);
  }

  static PageCache drop(Path dropCaches) {
    Optional<String> obstacle = obstacle(dropCaches);
    if (obstacle.isEmpty()) {
      // Files that are not on disk yet would stay.
      Commands.Result sync = Commands.run(Path.of("/"), List.of("sync"), SYNC_LIMIT);
      if (!sync.isSuccess()) {
        obstacle = Optional.of(Text.format("sync failed: %s", sync.output()));
      }
    }
    if (obstacle.isEmpty()) {
      try {
        Files.writeString(dropCaches, "3\n", StandardOpenOption.WRITE);
      } catch (IOException e) {
        obstacle = Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return new PageCache(HERE, obstacle);
  }

  private static Optional<String> obstacle(Path dropCaches) {
    return Files.isWritable(dropCaches)
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "%s cannot be written by this account, or not in this container", dropCaches));
  }
}
