package io.quartet.run.internal.collect;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Folders of the tablespaces that hold tables and indexes of each database, as its server reports
 * them, because a plan does not know the tablespaces of given databases. The kit's own two small
 * tables do not count.
 *
 * @param byVm by VM and part ({@code data} or {@code index}); an empty text is the data folder
 */
public record DatabasePlaces(Map<String, Map<String, List<String>>> byVm) {

  /** Before any database was asked. */
  public static final DatabasePlaces UNKNOWN = new DatabasePlaces(Map.of());

  private static final String QUERY =
      """
      SELECT DISTINCT
             CASE WHEN relkind = 'i' THEN 'index' ELSE 'data' END
           , coalesce(pg_tablespace_location(
               CASE WHEN reltablespace = 0 THEN dattablespace ELSE reltablespace END), '')
      FROM pg_class, pg_database
      WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'm', 'i')
        AND relname NOT LIKE 'quartet%'
        AND datname = current_database()
      ORDER BY 1, 2
      """;

  public DatabasePlaces {
    byVm = Map.copyOf(byVm);
  }

  /**
   * Asks every database of a plan.
   *
   * @throws io.quartet.model.QuartetException DATABASE_UNREACHABLE
   */
  public static DatabasePlaces of(RunPlan plan, Deployment deployment, Databases databases) {
    Map<String, Map<String, List<String>>> byVm = new LinkedHashMap<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : plan.databaseRoles()) {
        DatabaseServer server = deployment.database(set, role);
        byVm.put(server.vm(), of(server, databases));
      }
    }
    return new DatabasePlaces(byVm);
  }

  private static Map<String, List<String>> of(DatabaseServer server, Databases databases) {
    Map<String, List<String>> places = new TreeMap<>();
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        places.computeIfAbsent(row.getString(1), part -> new ArrayList<>()).add(row.getString(2));
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
    return places;
  }

  Map<String, List<String>> of(String vm) {
    return byVm.getOrDefault(vm, Map.of());
  }
}
