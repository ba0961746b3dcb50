package io.quartet.report.advise;

import io.quartet.report.compare.Conclusion;
import java.util.List;

/**
 * Effect of a change of indexes on the affected transactions, measured in turn on copies of one
 * database.
 *
 * @param role {@code OLTP} or {@code DSS}
 * @param vm database that was copied
 * @param changes statements that made one copy different
 * @param changedPlans statements that PostgreSQL plans otherwise with the changes; not executed
 */
public record Trial(
    String role,
    String vm,
    List<String> changes,
    List<PlanChange> changedPlans,
    List<Figure> figures) {

  public Trial {
    changes = List.copyOf(changes);
    changedPlans = List.copyOf(changedPlans);
    figures = List.copyOf(figures);
  }

  /** The figures that are shown to differ. */
  public List<Figure> changed() {
    return figures.stream().filter(figure -> figure.verdict().isDifference()).toList();
  }

  /**
   * A mean of one execution of a transaction, without and with the change.
   *
   * @param quantity {@code time}, {@code processor time}, {@code buffers} or {@code write-ahead
   *     log}
   * @param unit {@code ms}, {@code blocks} or {@code bytes}
   * @param differencePercent of that without; null if that is 0
   * @param lowPercent lower end of the 95 % interval of the difference; null where there is none
   * @param highPercent its upper end
   * @param pValue probability of a difference at least as large where there is none; null where
   *     there is no interval
   * @param verdict corrected for the number of figures of all trials
   */
  public record Figure(
      String transaction,
      String quantity,
      String unit,
      double without,
      double with,
      Double differencePercent,
      Double lowPercent,
      Double highPercent,
      Double pValue,
      Conclusion verdict) {}
}
