package io.quartet.run;

import io.quartet.books.DriverHealth;
import io.quartet.results.RunRecorder;
import io.quartet.results.events.EventLog;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.load.LoadReports;
import io.quartet.run.progress.RunListener;
import java.util.Map;

/**
 * Passes on what a load reports: to the recorder, as long as there is one, and to the listener.
 * Events come before there is a recorder and after it is closed: those go to the log. Thread-safe.
 */
final class Relay implements LoadReports {

  private final ResultsFolder folder;
  private final RunListener listener;
  private RunRecorder recorder;

  Relay(ResultsFolder folder, RunListener listener) {
    this.folder = folder;
    this.listener = listener;
  }

  /**
   * @param target null when it is about to be closed
   */
  synchronized void relayTo(RunRecorder target) {
    recorder = target;
  }

  /** Something happens now. */
  void event(String event, Map<String, Object> fields) {
    event(System.currentTimeMillis(), event, fields);
  }

  @Override
  public synchronized void event(long utcMillis, String event, Map<String, Object> fields) {
    if (recorder != null) {
      recorder.event(utcMillis, event, fields);
    } else {
      try (EventLog log = new EventLog(folder)) {
        log.append(utcMillis, event, fields);
      }
    }
    listener.onEvent(event, fields);
  }

  @Override
  public synchronized void health(DriverHealth health) {
    if (recorder != null) {
      recorder.driver(health);
    }
  }
}
