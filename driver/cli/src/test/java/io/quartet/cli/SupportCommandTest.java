package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class SupportCommandTest {

  private static final byte[] LOG =
      """
      2026-11-20T11:59:59.999Z INFO  of another run
        with a second line
      2026-11-20T12:00:00.000Z WARN  of this run
        caused by 2026
      2026-11-20T12:00:01.000Z INFO  and more
      """
          .getBytes(StandardCharsets.UTF_8);

  private static String since(String start) {
    return new String(SupportCommand.since(start, LOG), StandardCharsets.UTF_8);
  }

  @Test
  void logsAreTakenFromTheStartOfTheRunOn() {
    assertThat(since("2026-11-20T12:00:00")).startsWith("2026-11-20T12:00:00.000Z").hasLineCount(3);
    assertThat(since("2026-11-20T12:00:02")).isEmpty();
    assertThat(since("")).hasLineCount(5);
  }

  @Test
  void archiveHasTheNextFreeName(@TempDir Path folder) throws IOException {
    for (String name : new String[] {"support-a.zip", "support-a-2.zip", "support-a-3.zip"}) {
      Path archive = SupportCommand.unused(folder, "support-a");
      assertThat(archive).isEqualTo(folder.resolve(name));
      Files.createFile(archive);
    }
  }
}
