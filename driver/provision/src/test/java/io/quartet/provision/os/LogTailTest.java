package io.quartet.provision.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class LogTailTest {

  @TempDir Path folder;

  @Test
  void logWithoutLinesIsEmptyWhereItCanBeWritten() throws IOException {
    Path log = Files.createFile(folder.resolve("empty.log"));

    assertThat(OwnedProcess.tail(log)).isEmpty();
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  /** No account can create a file in this folder, as on a full disk. */
  @Test
  void logThatCannotBeWrittenSaysWhy() {
    assertThat(OwnedProcess.tail(Path.of("/proc/self/timers")))
        .startsWith("/proc/self cannot be written: ");
  }
}
