package io.quartet.results;

import io.quartet.model.VmSet;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
 * @param committed transactions in its log that were committed; of a defined tool those booked
 * @param failed transactions in its log that failed; empty, as the next two, if the tool tells
 *     nothing of them
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
    OptionalLong failed,
    OptionalLong skipped,
    OptionalLong retries,
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

  private static final Pattern NAME =
      Pattern.compile("(pgbench|tool)-[a-d][0-9]{1,3}-[A-Za-z0-9]+");

  /**
   * Its name in samples and files.
   *
   * @param tool label of the workload
   * @param phase or ramp
   */
  public static String name(String tool, VmSet set, String phase) {
    return String.join("-", tool, set.name(), phase);
  }

  /** What all processes of a tool have in common; any other name as it is. */
  public static String program(String name) {
    Matcher ofTool = NAME.matcher(name);
    return ofTool.matches() ? ofTool.group(1) : name;
  }

  /** True if it ended as planned, and its log has every transaction that it counted. */
  public boolean isWhole() {
    return exitCode == 0
        && summary.committed().orElse(-1) == committed
        && agree(summary.failed(), failed)
        && agree(summary.skipped(), skipped)
        && agree(summary.retries(), retries);
  }

  /** What it did not say is no contradiction. */
  private static boolean agree(OptionalLong said, OptionalLong counted) {
    return said.isEmpty() || said.getAsLong() == counted.orElse(0);
  }
}
