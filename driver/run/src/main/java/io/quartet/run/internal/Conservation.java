package io.quartet.run.internal;

import io.quartet.emulator.MarketCounts;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.results.ConservationRow;
import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.RunFigures;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the trades the driver counted with those in the databases. Run-time trades of earlier
 * runs are taken out: what is there at the start is the base line.
 */
public final class Conservation {

  private static final Logger LOG = LoggerFactory.getLogger(Conservation.class);

  /** Query for the greatest id that a load may give. Source: docs/spec/population.md, "Ids". */
  static final String LAST_LOADED_ID =
      "(SELECT 200000000000000 + 58176::bigint * trade_days * load_units FROM quartet_load)";

  private static final String QUERY =
      "SELECT t_st_id, count(*) FROM trade WHERE t_id > " + LAST_LOADED_ID + " GROUP BY t_st_id";

  private final Deployment deployment;
  private final Databases databases;
  private final Map<VmSet, Map<String, Long>> atStart = new HashMap<>();

  private Conservation(Deployment deployment, Databases databases) {
    this.deployment = deployment;
    this.databases = databases;
  }

  /** Takes the base line; call it after Trade-Cleanup and before the first order. */
  public static Conservation start(List<VmSet> sets, Deployment deployment, Databases databases) {
    Conservation conservation = new Conservation(deployment, databases);
    for (VmSet set : deployment.databases().isEmpty() ? List.<VmSet>of() : sets) {
      try {
        conservation.atStart.put(set, conservation.count(set));
      } catch (SQLException e) {
        LOG.warn("trades could not be counted set={} error={}", set.name(), e.getMessage());
      }
    }
    return conservation;
  }

  private Map<String, Long> count(VmSet set) throws SQLException {
    DatabaseServer server = deployment.database(set, VmRole.OLTP);
    Map<String, Long> counts = new HashMap<>();
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        counts.put(row.getString(1), row.getLong(2));
      }
    }
    return counts;
  }

  /**
   * One row per Set; of a database that cannot be asked nothing is known.
   *
   * @param books bookkeeping of the whole run, which knows the requests in doubt
   */
  public List<ConservationRow> compare(Map<VmSet, MarketCounts> market, RunFigures books) {
    List<ConservationRow> rows = new ArrayList<>();
    market.forEach((set, counts) -> rows.add(compare(set, counts, books)));
    return rows;
  }

  private ConservationRow compare(VmSet set, MarketCounts counts, RunFigures books) {
    Map<String, Long> before = atStart.get(set);
    try {
      if (before == null) {
        return unknown(set, counts);
      }
      Map<String, Long> now = count(set);
      return new ConservationRow(
              set,
              counts.ordersAccepted(),
              counts.resultsCommitted(),
              Optional.of(
                  new Trades(
                      added(now, before, "CMPT"),
                      added(now, before, "SBMT"),
                      added(now, before, "PNDG"),
                      added(now, before, "CNCL"))),
              counts.open(),
              false)
          .judge(books);
    } catch (SQLException e) {
      LOG.warn("trades could not be counted set={} error={}", set.name(), e.getMessage());
      return unknown(set, counts);
    }
  }

  private static long added(Map<String, Long> now, Map<String, Long> before, String status) {
    return now.getOrDefault(status, 0L) - before.getOrDefault(status, 0L);
  }

  private static ConservationRow unknown(VmSet set, MarketCounts counts) {
    return new ConservationRow(
        set,
        counts.ordersAccepted(),
        counts.resultsCommitted(),
        Optional.empty(),
        counts.open(),
        false);
  }
}
