package io.quartet.results;

import io.quartet.model.VmSet;
import java.util.OptionalLong;

/**
 * A process of a tool that loaded one database in one phase: what its log has, and what it says
 * itself at its end.
 *
 * @param set whose database it loaded
 * @param phase phase that it was started for
 * @param startedAfterMicros from the moment of the plan to the start of the process, microseconds
 * @param committed transactions in its log that were committed
 * @param failed transactions in its log that failed
 * @param skipped transactions in its log that were skipped
 * @param summary what it said; empty if it did not come to its end
 * @param exitCode 0 if it ended as planned; 128 and the number of the signal that ended it
 */
public record ToolProcess(
    VmSet set,
    String phase,
    int clients,
    int threads,
    long startedAfterMicros,
    long committed,
    long failed,
    long skipped,
    Summary summary,
    int exitCode) {

  /** What a process said at its end; each empty if it did not. */
  public record Summary(OptionalLong committed, OptionalLong failed, OptionalLong skipped) {

    /** It said nothing. */
    public static final Summary NONE =
        new Summary(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  /** True if it ended as planned, and its log has every transaction that it counted. */
  public boolean isWhole() {
    return exitCode == 0
        && summary.committed().orElse(-1) == committed
        && summary.failed().orElse(0) == failed
        && summary.skipped().orElse(0) == skipped;
  }
}
