package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The errors in the log of a server that did not start. */
@Tag("unit")
class ServerLogTest {

  private static final String HEALTHY =
      """
      2026-11-23 09:00:00.000 UTC [1] LOG:  starting PostgreSQL 15.1
      2026-11-23 09:00:00.100 UTC [7] FATAL:  the database system is starting up
      2026-11-23 09:00:00.200 UTC [1] LOG:  database system is ready to accept connections
      """;

  @TempDir Path folder;

  private Path log(String text) throws IOException {
    return Files.writeString(folder.resolve("server.log"), text);
  }

  @Test
  void errorsAndHintsAreShownWithoutHealthyLines() throws IOException {
    Path log =
        log(
            HEALTHY
                + "2026-11-23 09:01:00.000 UTC [9] FATAL:  could not map memory\n"
                + "2026-11-23 09:01:00.000 UTC [9] HINT:  Use less.\n"
                + "2026-11-23 09:01:00.100 UTC [9] LOG:  database system is shut down\n");
    assertThat(new ServerLog(log, 0).errors())
        .containsExactly("FATAL:  could not map memory", "HINT:  Use less.");
  }

  @Test
  void errorsOfEarlierStartsAreLeftOut() throws IOException {
    Path log = log(HEALTHY + "2026-11-23 09:01:00.000 UTC [9] FATAL:  old\n");
    ServerLog started = ServerLog.from(log);
    assertThat(started.errors()).isEmpty();
    Files.writeString(
        log, "2026-11-23 09:02:00.000 UTC [9] PANIC:  new\n", StandardOpenOption.APPEND);
    assertThat(started.errors()).containsExactly("PANIC:  new");
  }

  @Test
  void lastErrorsOfManyAreShown() throws IOException {
    Path log = log("x [9] ERROR:  again\n".repeat(50_000) + "x [9] FATAL:  last\n");
    assertThat(new ServerLog(log, 0).errors()).hasSize(6).endsWith("FATAL:  last");
  }

  @Test
  void logThatIsNotThereHasNoErrors() {
    Path none = folder.resolve("none");
    assertThat(ServerLog.from(none).errors()).isEmpty();
    assertThat(new ServerLog(none, 5).errors()).isEmpty();
  }

  @Test
  void copyOutlivesTheLog() throws IOException {
    Path copy = folder.resolve("copy.log");
    assertThat(new ServerLog(log(HEALTHY), 0).copyTo(copy)).isEqualTo(copy);
    assertThat(copy).hasContent(HEALTHY);
    assertThat(new ServerLog(log(HEALTHY), 0).copyTo(folder.resolve("none/x")))
        .isEqualTo(folder.resolve("server.log"));
  }
}
