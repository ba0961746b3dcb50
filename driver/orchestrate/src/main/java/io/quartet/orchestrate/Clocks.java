package io.quartet.orchestrate;

import io.quartet.measure.results.ClockOffset;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.tiera.client.TierAClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the clocks of other machines. Each is read several times; the reading with the shortest
 * round trip counts, and the clock is taken to have been read in the middle of it.
 */
final class Clocks {

  private static final int READINGS = 8;
  private static final Duration LONGEST_HELLO = Duration.ofSeconds(5);
  private static final String QUERY =
      "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

  private Clocks() {}

  /** A clock somewhere else. */
  interface RemoteClock<E extends Exception> {
    /** Its time, microseconds since 1970. */
    long utcMicros() throws E;
  }

  /** Reads one clock. */
  static <E extends Exception> ClockOffset measure(String vm, RemoteClock<E> clock) throws E {
    ClockOffset best = new ClockOffset(vm, 0, Long.MAX_VALUE);
    for (int i = 0; i < READINGS; i++) {
      long before = utcMicros();
      long start = System.nanoTime();
      long there = clock.utcMicros();
      long uncertainty = (System.nanoTime() - start) / 2_000 + 1;
      if (uncertainty < best.uncertaintyMicros()) {
        best = new ClockOffset(vm, there - before - uncertainty, uncertainty);
      }
    }
    return best;
  }

  private static long utcMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** Reads the clock of one database. */
  static ClockOffset ofDatabase(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server);
        PreparedStatement statement = connection.prepareStatement(QUERY)) {
      return measure(server.vm(), () -> utcMicros(statement));
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private static long utcMicros(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Reads the clocks of all VMs of a run, Set by Set. */
  static List<ClockOffset> ofAll(
      RunPlan plan, Deployment deployment, Databases databases, Map<VmSet, TierAClient> tierAs) {
    List<ClockOffset> offsets = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      TierAClient tierA = tierAs.get(set);
      offsets.add(
          measure(set.vmName(VmRole.TIER_A), () -> tierA.hello(LONGEST_HELLO).getUtcMicros()));
      for (VmRole role : plan.databaseRoles()) {
        offsets.add(ofDatabase(deployment.database(set, role), databases));
      }
    }
    return offsets;
  }

  /**
   * Refuses clocks that are too far apart for the files of a run to be read side by side.
   *
   * @throws QuartetException CLOCKS_APART
   */
  static void requireTogether(List<ClockOffset> offsets) {
    List<String> apart =
        offsets.stream()
            .filter(offset -> offset.exceeds(ClockOffset.LIMIT))
            .map(ClockOffset::describe)
            .toList();
    if (!apart.isEmpty()) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "CLOCKS_APART",
          "the clocks of "
              + apart.size()
              + " of "
              + offsets.size()
              + " VMs are more than "
              + ClockOffset.LIMIT.toMillis()
              + " ms from the driver's: "
              + String.join(", ", apart.subList(0, Math.min(5, apart.size())))
              + ". Let all machines follow one time server (chrony), then try again.");
    }
  }
}
