package io.quartet.results;

import io.quartet.model.VmSet;
import java.util.OptionalLong;

/**
 * A process of a tool that loaded one database in one phase: what its log has, and what it says
 * itself at its end.
 *
 * @param set whose database it loaded
 * @param phase phase that it was started for
 * @param startedAfterMicros from the moment of the plan until the process was let go, microseconds
 * @param firstAfterMicros from the moment of the plan to the start of its first committed
 *     transaction, microseconds; empty if there was none
 * @param clockOffsetMicros how far the clock of its machine was ahead of that of the run when it
 *     was let go, microseconds; negative if it was behind
 * @param committed transactions in its log that were committed
 * @param failed transactions in its log that failed
 * @param skipped transactions in its log that were skipped
 * @param retries further tries in its log
 * @param summary what it said; empty if it did not come to its end
 * @param exitCode 0 if it ended as planned; 128 and the number of the signal that ended it
 */
public record ToolProcess(
    VmSet set,
    String phase,
    int clients,
    int threads,
    long startedAfterMicros,
    OptionalLong firstAfterMicros,
    long clockOffsetMicros,
    long committed,
    long failed,
    long skipped,
    long retries,
    Summary summary,
    int exitCode) {

  /**
   * What a process said at its end; each empty if it did not.
   *
   * @param late transactions that took longer than the limit, those that were skipped included
   */
  public record Summary(
      OptionalLong committed,
      OptionalLong failed,
      OptionalLong skipped,
      OptionalLong late,
      OptionalLong retries) {}

  private static final String PGBENCH = "pgbench";

  /** Its name in samples and files. */
  public static String name(VmSet set, String phase) {
    return String.join("-", PGBENCH, set.name(), phase);
  }

  /** What all processes of pgbench have in common; any other name as it is. */
  public static String program(String name) {
    return name.startsWith(PGBENCH + "-") ? PGBENCH : name;
  }

  /** True if it ended as planned, and its log has every transaction that it counted. */
  public boolean isWhole() {
    return exitCode == 0
        && summary.committed().orElse(-1) == committed
        && summary.failed().orElse(0) == failed
        && summary.skipped().orElse(0) == skipped
        && summary.retries().orElse(0) == retries;
  }
}
