package io.quartet.run.durability;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.results.RunFiles;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.results.folder.ResultsFolder;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks up every trade of the acknowledgement journal in the VM3 of its Set. A Trade-Order that was
 * acknowledged has to have left its trade, a Trade-Result has to have completed it. Not
 * thread-safe.
 */
final class AcknowledgedTrades {

  private static final String QUERY = "SELECT t_id, t_st_id FROM trade WHERE t_id = ANY (?)";
  private static final String COMPLETED = "CMPT";

  /** Trades of one question; the journal may be larger than the memory. */
  private static final int BATCH = 10_000;

  private final Deployment deployment;
  private final Databases databases;
  private final Map<VmSet, List<Acknowledgement>> waiting = new HashMap<>();
  private final List<Missing> examples = new ArrayList<>();
  private long orders;
  private long results;
  private long missing;

  private AcknowledgedTrades(Deployment deployment, Databases databases) {
    this.deployment = deployment;
    this.databases = databases;
  }

  /**
   * Looks all of them up.
   *
   * @throws QuartetException DATABASE_UNREACHABLE, DATABASE_MISSING, RESULTS_UNREADABLE
   */
  static Acknowledged lookUp(ResultsFolder folder, Deployment deployment, Databases databases) {
    AcknowledgedTrades trades = new AcknowledgedTrades(deployment, databases);
    new RunFiles(folder).acknowledged(trades::add).orRefuse();
    trades.waiting.forEach(trades::lookUp);
    return new Acknowledged(trades.orders, trades.results, trades.missing, trades.examples);
  }

  private void add(Acknowledgement acknowledgement) {
    switch (acknowledgement.what()) {
      case ORDER -> orders++;
      case RESULT -> results++;
    }
    List<Acknowledgement> batch =
        waiting.computeIfAbsent(acknowledgement.set(), set -> new ArrayList<>(BATCH));
    batch.add(acknowledgement);
    if (batch.size() == BATCH) {
      lookUp(acknowledgement.set(), batch);
      batch.clear();
    }
  }

  private void lookUp(VmSet set, List<Acknowledgement> batch) {
    DatabaseServer server = deployment.database(set, VmRole.OLTP);
    Map<Long, String> found;
    try (Connection connection = databases.connect(server)) {
      found = statusByTrade(connection, batch);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
    for (Acknowledgement one : batch) {
      String status = found.getOrDefault(one.trade(), "");
      boolean isThere =
          switch (one.what()) {
            case ORDER -> !status.isEmpty();
            case RESULT -> status.equals(COMPLETED);
          };
      if (!isThere) {
        missing++;
        if (examples.size() < Durability.MOST_EXAMPLES) {
          examples.add(
              new Missing(set.name(), one.trade(), one.utcMillis(), one.what().label(), status));
        }
      }
    }
  }

  private static Map<Long, String> statusByTrade(Connection connection, List<Acknowledgement> batch)
      throws SQLException {
    Object[] ids = batch.stream().map(Acknowledgement::trade).distinct().toArray();
    Map<Long, String> found = new HashMap<>();
    Array array = connection.createArrayOf("bigint", ids);
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.setArray(1, array);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getLong(1), rows.getString(2));
        }
      }
    } finally {
      array.free();
    }
    return found;
  }
}
