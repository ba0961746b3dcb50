package io.quartet.model.plan;

import io.quartet.model.VmRole;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Load by clients of a tool. Each Set has one database, and each database processes of the tool of
 * its own in each phase.
 */
public sealed interface ToolWorkload extends Workload permits Pgbench, DefinedTool {

  /** Clients of each database. */
  ClientLoad load();

  /** Seed of the random numbers of all processes. */
  long seed();

  @Override
  default List<VmRole> databaseRoles() {
    return List.of(VmRole.OLTP);
  }

  @Override
  default boolean hasTierA() {
    return false;
  }

  @Override
  default boolean hasTargetShares() {
    return false;
  }

  @Override
  default boolean rampsUpEachPhase() {
    return true;
  }

  @Override
  default boolean isPaced() {
    return load().ratePerSecond().isPresent();
  }

  @Override
  default boolean isRamp() {
    return false;
  }

  @Override
  default OptionalDouble users(int phase) {
    return isPaced() ? OptionalDouble.empty() : OptionalDouble.of(load().total(phase));
  }

  @Override
  default String describeLoad() {
    return load().describe();
  }

  @Override
  default int mostUsers(int phases) {
    return IntStream.range(0, phases).map(load()::total).max().orElse(0);
  }

  @Override
  default int userSessions(int phases) {
    return load().mostSessions();
  }

  @Override
  default int otherSessions() {
    return 0;
  }
}
