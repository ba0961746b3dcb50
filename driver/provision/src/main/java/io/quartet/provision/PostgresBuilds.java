package io.quartet.provision;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.PostgresTree;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds of PostgreSQL that plans bring along. */
public final class PostgresBuilds {

  private PostgresBuilds() {}

  /** Where the PostgreSQL of a plan comes from; empty if the plan leaves it open. */
  public static Optional<PostgresSource> source(RunPlan plan) {
    return plan.provider()
        .map(
            Embedded::postgres,
            hosts ->
                hosts.preparation().map(Preparation::postgres).map(Preparation.Postgres::source));
  }

  /**
   * Makes sure that the build of a plan is here, runs, and can be copied to machines; fetches it if
   * that is needed. A version of the system is not looked for.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static void require(RunPlan plan) {
    source(plan)
        .ifPresent(
            source ->
                PostgresTree.of(source)
                    .ifPresent(
                        tree -> {
                          tree.requireOwnFolder();
                          tree.requireVersion(source);
                        }));
  }

  /**
   * Checksums of the builds of several plans by their names.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND
   */
  public static SortedMap<String, String> digests(Collection<RunPlan> plans) {
    SortedMap<String, String> digests = new TreeMap<>();
    for (RunPlan plan : plans) {
      source(plan)
          .ifPresent(
              source ->
                  PostgresTree.of(source)
                      .ifPresent(tree -> digests.put(source.describe(), tree.digest())));
    }
    return digests;
  }
}
