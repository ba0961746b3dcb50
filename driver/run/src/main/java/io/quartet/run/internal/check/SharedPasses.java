package io.quartet.run.internal.check;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The passes over one database. Each runs when a check first needs it, at most once. Not
 * thread-safe.
 */
final class SharedPasses {

  private static final Logger LOG = LoggerFactory.getLogger(SharedPasses.class);
  private static final String DATA_EXCEPTION = "22";

  private final List<CheckPass> passes;
  private final Map<CheckPass, Figures> figures = new HashMap<>();

  /**
   * Figures of a pass.
   *
   * @param sums by number of the check; {@code null} if it has none
   * @param nanosByCheck time of the pass, divided equally among its checks
   */
  private record Figures(Map<String, BigDecimal> sums, long nanosByCheck) {}

  /**
   * What the passes say about a check.
   *
   * @param hasPassed false if they do not decide it
   * @param nanos its share of their time
   */
  record Answer(boolean hasPassed, long nanos) {}

  /**
   * @param checks the checks that will be asked for
   */
  SharedPasses(List<CheckPass> passes, List<CheckFile> checks) {
    List<String> numbers = checks.stream().map(CheckFile::number).toList();
    this.passes =
        passes.stream()
            .map(pass -> pass.only(numbers))
            .filter(pass -> !pass.checks().isEmpty())
            .toList();
  }

  Answer of(CheckFile check, Statement statement) throws SQLException {
    boolean isPart = false;
    BigDecimal sum = BigDecimal.ZERO;
    long nanos = 0;
    for (CheckPass pass : passes) {
      if (!pass.checks().contains(check.number())) {
        continue;
      }
      Figures read = figures.get(pass);
      if (read == null) {
        read = read(pass, statement);
        figures.put(pass, read);
      }
      isPart = true;
      BigDecimal figure = read.sums().get(check.number());
      sum = sum == null || figure == null ? null : sum.add(figure);
      nanos += read.nanosByCheck();
    }
    return new Answer(isPart && sum != null && sum.signum() == 0, nanos);
  }

  private static Figures read(CheckPass pass, Statement statement) throws SQLException {
    long start = System.nanoTime();
    Map<String, BigDecimal> sums = new HashMap<>();
    try (ResultSet row = statement.executeQuery(pass.query())) {
      row.next();
      for (int column = 1; column <= pass.checks().size(); column++) {
        sums.put(pass.checks().get(column - 1), row.getBigDecimal(column));
      }
    } catch (SQLException e) {
      if (!String.valueOf(e.getSQLState()).startsWith(DATA_EXCEPTION)) {
        throw e;
      }
      LOG.warn(
          "values out of range; each check reads for itself pass={} error={}",
          pass.name(),
          e.getMessage());
    }
    return new Figures(sums, (System.nanoTime() - start) / pass.checks().size());
  }
}
