package io.quartet.report.section;

import io.quartet.model.plan.FigureColumn;
import io.quartet.results.ToolFigures;
import io.quartet.results.ToolProcess;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a tool did on each database in each measured phase.
 *
 * @param databases phase by phase, then over all phases
 * @param variations between databases, phase by phase and over all, then between phases, database
 *     by database; without those of fewer than two figures
 * @param processes those of {@code tool.csv}
 * @param told what a defined tool printed of each phase; null for pgbench
 */
public record ToolLoad(
    List<DatabaseLoad> databases,
    List<Variation> variations,
    List<ToolProcess> processes,
    Told told) {

  /**
   * What a defined tool told.
   *
   * @param name of the tool
   * @param unit of its headline
   * @param perSeconds seconds by which its headline is divided: 1 or 60
   * @param totals of each process of a phase, by kind of transaction
   */
  public record Told(String name, String unit, long perSeconds, List<Total> totals) {}

  /**
   * What a process printed at its end of a kind of transaction.
   *
   * @param seconds length of its phase
   * @param figures what it printed; response times in milliseconds
   */
  public record Total(
      String phase, String vm, String group, String kind, double seconds, ToolFigures figures) {

    /** Transactions by second of the phase; null if it printed no count. */
    public Double tps() {
      OptionalDouble count = figures.figure(FigureColumn.COUNT);
      return count.isPresent() && seconds > 0 ? (Double) (count.getAsDouble() / seconds) : null;
    }
  }

  /** Stands for all measured phases together. */
  public static final String ALL = "all";

  /**
   * A database in a phase, or over all of them.
   *
   * @param phase its name, or {@link #ALL}
   * @param clients null over all phases, or if the plan cannot be read
   * @param transactions committed in the phase
   * @param tps null if the phase has no length
   * @param sharePercent of the transactions of all databases in the phase; null if there were none
   * @param failed failed transactions by the phase of their start; null if the tool tells nothing
   *     of them, as of the next
   * @param skipped transactions that were too late to start
   * @param meanMillis mean response time; null if none has finished
   */
  public record DatabaseLoad(
      String phase,
      String vm,
      String group,
      Integer clients,
      long transactions,
      Double tps,
      Double sharePercent,
      Long failed,
      Long skipped,
      Double meanMillis) {

    /** True if it had clients, or did something without a plan that says so. */
    public boolean isLoaded() {
      return clients == null ? transactions > 0 : clients > 0;
    }
  }

  /**
   * Standard deviation of figures in percent of their mean.
   *
   * @param between {@code databases} or {@code phases}
   * @param within the phase, or the VM
   * @param figures how many, at least 2: only those with clients count
   * @param meanTps their mean
   */
  public record Variation(
      String between, String within, int figures, double meanTps, Double percent) {

    /** True if databases were compared with each other. */
    public boolean isBetweenDatabases() {
      return between.equals("databases");
    }
  }
}
