package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory in huge pages, by what the kernel tells of a process. */
@Tag("unit")
class HugePagesTest {

  @TempDir Path folder;

  @Test
  void memoryInPagesLargerThanOrdinaryOnesCounts() throws IOException {
    Path smaps = folder.resolve("smaps");
    Files.writeString(
        smaps,
        """
        5581-5582 r--p 00000000 fe:00 131 /usr/lib/postgresql/15/bin/postgres
        Size:                780 kB
        KernelPageSize:        4 kB
        MMUPageSize:           4 kB
        AnonHugePages:      2048 kB
        7f00-7f80 rw-s 00000000 00:0f 21 /anon_hugepage (deleted)
        Size:            1157120 kB
        KernelPageSize:     2048 kB
        MMUPageSize:        2048 kB
        Rss:                   0 kB
        7f90-7f91 rw-p 00000000 00:00 0
        Size:                132 kB
        KernelPageSize:       64 kB
        """);

    assertThat(HugePages.bytes(smaps)).hasValue(1_157_120L * 1_024);
  }

  @Test
  void processWithoutThemHasNone() {
    assertThat(HugePages.bytes(OptionalLong.of(ProcessHandle.current().pid()))).hasValue(0);
  }

  @Test
  void processThatIsNotSeenIsNotKnown() {
    assertThat(HugePages.bytes(OptionalLong.empty())).isEmpty();
    assertThat(HugePages.bytes(folder.resolve("none"))).isEmpty();
  }
}
