package io.quartet.provision;

import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
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

  /** Tens of GB may be written only now. */
  private static final Duration SYNC_LIMIT = Duration.ofMinutes(30);

  private static final String HERE = "driver's machine";

  /** Why that of this machine cannot be dropped; empty if it can. */
  public static Optional<String> obstacleHere() {
    List<String> question = EventScript.question(EventScript.CLEAR_CACHES);
    return obstacle(Commands.run(Path.of("/"), EventScript.here(question)));
  }

  /** Drops that of this machine, as far as its files are on disk. */
  public static PageCache dropHere() {
    Commands.Result dropped =
        Commands.run(Path.of("/"), EventScript.here(EventScript.CLEAR_CACHES), SYNC_LIMIT);
    return new PageCache(HERE, obstacle(dropped));
  }

  private static Optional<String> obstacle(Commands.Result result) {
    return result.isSuccess() ? Optional.empty() : Optional.of(result.output());
  }
}
