package io.quartet.cli.view;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

/** Prints messages of the log so that no progress overwrites them. {@code logback.xml} names it. */
public final class ScreenAppender extends ConsoleAppender<ILoggingEvent> {

  @Override
  protected void subAppend(ILoggingEvent event) {
    Screen.beside(() -> super.subAppend(event));
  }
}
