package io.quartet.run;

import io.quartet.books.DriverHealth;
import io.quartet.results.RunRecorder;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.internal.load.LoadReports;
import io.quartet.run.progress.RunListener;

/**
 * Passes on what a load reports: to the recorder, as long as there is one, and to the listener.
 * Events come before there is a recorder and after it is closed: those go to the log. Thread-safe.
 */
final class LoadReportRelay implements EventSink, LoadReports {

  private final ResultsFolder folder;
  private final RunListener listener;
  private RunRecorder recorder;

  LoadReportRelay(ResultsFolder folder, RunListener listener) {
    this.folder = folder;
    this.listener = listener;
  }

  /**
   * @param target null when it is about to be closed
   */
  synchronized void relayTo(RunRecorder target) {
    recorder = target;
  }

  @Override
  public void accept(RunEvent event) {
    event(new LoggedEvent(System.currentTimeMillis(), event));
  }

  @Override
  public synchronized void event(LoggedEvent event) {
    if (recorder != null) {
      recorder.event(event);
    } else {
      try (EventLog log = new EventLog(folder)) {
        log.append(event);
      }
    }
    listener.onEvent(event);
  }

  @Override
  public synchronized void health(DriverHealth health) {
    if (recorder != null) {
      recorder.driver(health);
    }
  }
}
