package io.quartet.provision;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.prepared.RemoteServers;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What became of the page cache of a machine that was to be dropped.
 *
 * @param machine host of databases, or {@code driver's machine}
 * @param obstacle why it was kept; empty if it was dropped
 */
public record PageCache(String machine, Optional<String> obstacle) {

  /** Tens of GB may be written only now. The script itself ends a little earlier. */
  public static final Duration LIMIT = Duration.ofMinutes(31);

  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private static final String HERE = "driver's machine";

  /** What would become of those of a plan. Nothing is dropped. */
  public static List<PageCache> canDrop(RunPlan plan) {
    if (plan.provider().isLocal()) {
      return List.of(here(EventScript.question(EventScript.CLEAR_CACHES)));
    }
    return plan.provider()
        .preparation()
        .map(made -> new RemoteServers(plan).canDropPageCaches())
        .orElse(List.of());
  }

  /**
   * Drops that of this machine, as far as its files are on disk.
   *
   * @param data folder of the databases
   */
  public static PageCache dropHere(Path data) {
    if (isInMemory(data)) {
      return new PageCache(HERE, Optional.of(data + " is in memory, which cannot be dropped"));
    }
    return here(EventScript.CLEAR_CACHES);
  }

  private static PageCache here(List<String> arguments) {
    return of(HERE, Commands.run(Path.of("/"), EventScript.here(arguments), LIMIT));
  }

  /** That of a machine, by what the script there has said. */
  public static PageCache of(String machine, Commands.Result result) {
    return new PageCache(
        machine, result.isSuccess() ? Optional.empty() : Optional.of(result.output()));
  }

  private static boolean isInMemory(Path folder) {
    try {
      return IN_MEMORY.contains(Files.getFileStore(folder).type());
    } catch (IOException e) {
      return false;
    }
  }
}
