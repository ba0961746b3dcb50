package io.quartet.run.internal;

import io.quartet.books.RunClock;
import io.quartet.provision.Databases;
import io.quartet.results.events.EventSink;
import io.quartet.results.evidence.AcknowledgementJournal;
import io.quartet.results.folder.ResultsFolder;
import java.util.function.Consumer;

/** A fault injected into a run, and the analysis of its effects. */
public interface FaultInjection {

  /** An ordinary run: nothing is done to it. */
  FaultInjection NONE = new FaultInjection() {};

  /** Running faults. Closing starts no new fault and waits for the end of running ones. */
  interface InjectedFaults extends AutoCloseable {
    @Override
    void close();
  }

  /** Opens the journal, closed after the last answer. */
  default AcknowledgementJournal journal(ResultsFolder folder) {
    return AcknowledgementJournal.NONE;
  }

  /**
   * Begins with the load.
   *
   * @param events takes what is done, for the log of the run
   * @param abort ends the run for that reason
   */
  default InjectedFaults start(RunClock clock, EventSink events, Consumer<String> abort) {
    return () -> {};
  }

  /** Writes what was found, with the load over and the databases up. */
  default void judge(ResultsFolder folder, Databases databases) {}
}
