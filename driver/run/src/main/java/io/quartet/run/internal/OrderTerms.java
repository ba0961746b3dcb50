package io.quartet.run.internal;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.results.evidence.OrderInputs;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The terms of the orders of a run, as VM3 of each Set holds them. Run-time trades of earlier runs
 * are taken out: what is there at the start is the base line.
 */
public final class OrderTerms {

  private static final Logger LOG = LoggerFactory.getLogger(OrderTerms.class);

  private static final String QUERY =
      "SELECT t_tt_id, t_is_cash, t_lifo, t_qty, count(*) FROM trade WHERE t_id > "
          + Conservation.LAST_LOADED_ID
          + " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4";

  private final Deployment deployment;
  private final Databases databases;
  private final Map<VmSet, List<OrderInputs>> atStart = new HashMap<>();

  private OrderTerms(Deployment deployment, Databases databases) {
    this.deployment = deployment;
    this.databases = databases;
  }

  /** Takes the base line; call it before the first order. */
  public static OrderTerms start(List<VmSet> sets, Deployment deployment, Databases databases) {
    OrderTerms terms = new OrderTerms(deployment, databases);
    for (VmSet set : deployment.databases().isEmpty() ? List.<VmSet>of() : sets) {
      try {
        terms.atStart.put(set, terms.count(set));
      } catch (SQLException e) {
        LOG.warn("orders could not be counted set={} error={}", set.name(), e.getMessage());
      }
    }
    return terms;
  }

  /** The orders added since; none for a Set whose database does not answer. */
  public List<OrderInputs> added() {
    List<OrderInputs> added = new ArrayList<>();
    atStart.forEach(
        (set, before) -> {
          try {
            count(set).stream().map(row -> without(row, before)).forEach(added::add);
          } catch (SQLException e) {
            LOG.warn("orders could not be counted set={} error={}", set.name(), e.getMessage());
          }
        });
    return added;
  }

  private static OrderInputs without(OrderInputs now, List<OrderInputs> before) {
    long earlier = before.stream().filter(now::hasTermsOf).mapToLong(OrderInputs::orders).sum();
    return now.withOrders(now.orders() - earlier);
  }

  private List<OrderInputs> count(VmSet set) throws SQLException {
    List<OrderInputs> rows = new ArrayList<>();
    try (Connection connection = databases.connect(deployment.database(set, VmRole.OLTP));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        rows.add(
            new OrderInputs(
                set,
                row.getString(1),
                row.getBoolean(2),
                row.getBoolean(3),
                row.getInt(4),
                row.getLong(5)));
      }
    }
    return rows;
  }
}
