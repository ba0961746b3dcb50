package io.quartet.results.evidence;

import java.util.function.Consumer;

/**
 * Takes every trade whose commit was answered, until it is closed. Taking one returns at once.
 * Thread-safe.
 */
public interface AcknowledgementJournal extends Consumer<Acknowledgement>, AutoCloseable {

  /** Keeps none. */
  AcknowledgementJournal NONE =
      new AcknowledgementJournal() {
        @Override
        public void accept(Acknowledgement acknowledgement) {}

        @Override
        public void close() {}
      };

  @Override
  void close();
}
