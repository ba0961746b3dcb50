package io.quartet.tiera.engine;

import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;

/**
 * Load parameters of the databases of one Set, and the part that a run uses. They determine every
 * id, name and price.
 *
 * @param loadUnits Load Units loaded, 1 to 10,000
 * @param activeLoadUnits Load Units the run uses, 1 to {@code loadUnits}
 * @param tradeDays trade days of history, 1 to 1,000
 * @param newsLength characters of a news item, 1,000 to 100,000
 * @param seed seed of the data
 */
public record ModelParameters(
    long loadUnits, long activeLoadUnits, long tradeDays, long newsLength, long seed) {

  /** Parameters of one Set as the plan says. */
  public static ModelParameters of(Database database, VmSet set) {
    return new ModelParameters(
        database.loadUnits().get(set.group()),
        database.activeLoadUnits().get(set.group()),
        database.tradeDays(),
        database.newsLength(),
        database.seedOf(set));
  }

  /** The array the native methods take. */
  long[] toArray() {
    return new long[] {loadUnits, activeLoadUnits, tradeDays, newsLength, seed};
  }
}
