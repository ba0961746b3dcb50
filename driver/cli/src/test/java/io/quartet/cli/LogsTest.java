package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class LogsTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"logback.xml", "logback-service.xml"})
  void warningCannotMoveTheCursorOrBeginALine(String configuration) throws Exception {
    LoggerContext context = new LoggerContext();
    context.putProperty("quartet.log.file", folder.resolve("quartet.log").toString());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Main.class.getResource(configuration));
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>) root.getAppender("CONSOLE");
    String line =
        ((PatternLayoutEncoder) console.getEncoder())
            .getLayout()
            .doLayout(
                new LoggingEvent(
                    "",
                    root,
                    Level.WARN,
                    "a b error={}",
                    null,
                    new Object[] {"\u001b[2K\u009b\nvalid"}));
    context.stop();
    assertThat(line).endsWith("a b error=?[2K??valid" + System.lineSeparator());
  }
}
