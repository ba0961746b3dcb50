package io.quartet.run.internal.tool;

import io.quartet.model.QuartetException;
import io.quartet.results.ToolProcess;
import java.util.OptionalLong;

/**
 * A process of a tool that loads a database. Use it once: {@link #run} in a thread of its own. The
 * other methods may be called from any thread.
 */
public interface LoadingProcess {

  /** When it loads which database. */
  PlannedProcess plan();

  /**
   * Runs it to its end and reads everything that it prints.
   *
   * @param beginning lets it begin
   * @return its exit code
   * @throws QuartetException PROCESS_NOT_STARTED, TOOL_LOG_UNREADABLE
   */
  int run(Beginning beginning);

  /** True if it did not end as planned, or what it printed cannot be right. */
  boolean hasFailed(int exitCode);

  /** True once it has committed a transaction. */
  boolean hasWorked();

  /** Everything that it has printed so far, as far as it is kept. */
  String text();

  /** Why it has failed, as far as that is known, as one line. */
  String messages(int exitCode);

  /** What it did, when it has ended and its books are up to date. */
  ToolProcess row(Beginning beginning, int exitCode);

  /** Says how far the clock of the process is ahead of that of the run, before it begins. */
  void setClockOffset(long micros);

  /** Says that nothing more comes of it. */
  void end();

  /** Process id of its supervisor; empty before it is started. */
  OptionalLong processId();

  /** Asks it to end now. */
  void requestStop();
}
