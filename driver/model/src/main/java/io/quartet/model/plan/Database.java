package io.quartet.model.plan;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.nio.file.Path;
import java.util.Map;

/**
 * The data to load, and the part of it that a run uses.
 *
 * @param loadUnits Load Units loaded per Group, each 1 to 10,000
 * @param activeLoadUnits Load Units the run uses per Group, each 1 to the loaded ones; they are the
 *     first ones by id. Source: docs/spec/population.md, "Load Units"
 * @param tradeDays trade days of history, 1 to 1,000
 * @param newsLength characters of a news item, 1,000 to 100,000
 * @param seed seed from which the seed of each Set is made
 * @param indexes index profile: the name of one of the kit, for instance {@code covering}, or the
 *     absolute path of a folder on the machine of the driver
 */
public record Database(
    Map<VmGroup, Integer> loadUnits,
    Map<VmGroup, Integer> activeLoadUnits,
    int tradeDays,
    int newsLength,
    long seed,
    String indexes) {

  /**
   * Below this many trade days some right answers are short. Source: docs/spec/transactions.md,
   * "Short history".
   */
  public static final int SHORT_HISTORY_BELOW_DAYS = 20;

  public Database {
    loadUnits = Map.copyOf(loadUnits);
    activeLoadUnits = Map.copyOf(activeLoadUnits);
  }

  /** The same with other Load Units, loaded and used. */
  public Database withLoadUnits(Map<VmGroup, Integer> loaded, Map<VmGroup, Integer> active) {
    return new Database(loaded, active, tradeDays, newsLength, seed, indexes);
  }

  /** The same with another length of the history. */
  public Database withTradeDays(int other) {
    return new Database(loadUnits, activeLoadUnits, other, newsLength, seed, indexes);
  }

  /** The same with news of another length. */
  public Database withNewsLength(int other) {
    return new Database(loadUnits, activeLoadUnits, tradeDays, other, seed, indexes);
  }

  /** The same with another index profile. */
  public Database withIndexes(String other) {
    return new Database(loadUnits, activeLoadUnits, tradeDays, newsLength, seed, other);
  }

  /** True if a text names an index profile by its path, not one of the kit. */
  public static boolean isPath(String indexes) {
    return indexes.contains("/");
  }

  /** Name of the index profile; of a path the last part. Different profiles may share a name. */
  public String indexesName() {
    Path last = Path.of(indexes).getFileName();
    return last == null ? indexes : last.toString();
  }

  /** True when the run uses fewer Load Units than are loaded in at least one Group. */
  public boolean hasIdleLoadUnits() {
    return !activeLoadUnits.equals(loadUnits);
  }

  /** True when the short-history rule applies. */
  public boolean hasShortHistory() {
    return tradeDays < SHORT_HISTORY_BELOW_DAYS;
  }

  /** Seed of the data of one Set: VM2 and VM3 share it, different Sets differ. */
  public long seedOf(VmSet set) {
    long z = seed + 0x9E3779B97F4A7C15L * (set.group().number() * 1_000L + set.number());
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (z ^ (z >>> 31)) & Long.MAX_VALUE;
  }
}
