package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class HugePageLimitTest {

  private static final long MIB = 1L << 20;

  @TempDir private Path folder;
  private HugePageLimit limit;

  @BeforeEach
  void makeFiles() throws IOException {
    limit =
        new HugePageLimit(
            folder.resolve("limit"), folder.resolve("meminfo"), folder.resolve("former"));
    setLimit(7);
    use(0);
  }

  private void setLimit(int pages) throws IOException {
    Files.writeString(limit.limit(), pages + "\n");
  }

  private void use(int pages) throws IOException {
    Files.writeString(
        limit.memory(),
        "MemAvailable:   1048576 kB\nHugePages_Surp: %8d\nHugepagesize:       2048 kB\n"
            .formatted(pages));
  }

  private int pages() throws IOException {
    return Integer.parseInt(Files.readString(limit.limit()).strip());
  }

  @Test
  void roomIsMadeBesideThePagesInUseAndTakenBack() throws IOException {
    use(5);
    limit.raise(201 * MIB);
    assertThat(pages()).isEqualTo(5 + 101);
    use(30);
    limit.restore();
    assertThat(pages()).isEqualTo(30);
    use(0);
    limit.restore();
    assertThat(pages()).isEqualTo(7);
    setLimit(9);
    limit.restore();
    assertThat(pages()).isEqualTo(9);
  }

  @Test
  void secondRaiseKeepsWhatWasBeforeTheFirst() throws IOException {
    limit.raise(100 * MIB);
    use(50);
    limit.raise(100 * MIB);
    assertThat(pages()).isEqualTo(100);
    use(0);
    limit.restore();
    assertThat(pages()).isEqualTo(7);
  }

  @Test
  void limitIsNotLowered() throws IOException {
    setLimit(1000);
    limit.raise(100 * MIB);
    assertThat(pages()).isEqualTo(1000);
    assertThat(limit.former()).doesNotExist();
  }

  @Test
  void halfOfTheFreeMemoryStaysOrdinary() throws IOException {
    limit.raise(513 * MIB);
    assertThat(pages()).isEqualTo(7);
    limit.raise(512 * MIB);
    assertThat(pages()).isEqualTo(256);
  }

  @Test
  void kernelWithoutHugePagesIsLeftAlone() throws IOException {
    Files.writeString(limit.memory(), "MemAvailable:   1048576 kB\n");
    limit.raise(100 * MIB);
    assertThat(pages()).isEqualTo(7);
    Files.delete(limit.limit());
    limit.raise(100 * MIB);
    assertThat(limit.limit()).doesNotExist();
  }
}
