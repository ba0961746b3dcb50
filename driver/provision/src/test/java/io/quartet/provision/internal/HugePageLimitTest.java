package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class HugePageLimitTest {

  private static final long MIB = 1L << 20;

  @TempDir private Path folder;
  private HugePageLimit limit;
  private Path data;

  @BeforeEach
  void makeFiles() throws IOException {
    limit =
        new HugePageLimit(
            folder.resolve("limit"), folder.resolve("meminfo"), folder.resolve("claims"));
    data = Files.createDirectory(folder.resolve("data"));
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
  void roomIsMadeBesideTheFormerLimitAndTakenBack() throws IOException {
    limit.raise(data, 201 * MIB);
    assertThat(pages()).isEqualTo(7 + 101);
    limit.raise(data, 100 * MIB);
    assertThat(pages()).isEqualTo(7 + 50);
    Files.delete(data);
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
  void endOfOneBenchmarkLeavesTheOthersTheirRoom() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other: data"));
    limit.raise(data, 100 * MIB);
    limit.raise(other, 20 * MIB);
    assertThat(pages()).isEqualTo(7 + 50 + 10);
    Files.delete(data);
    limit.restore();
    assertThat(pages()).isEqualTo(7 + 10);
    Files.delete(other);
    limit.restore();
    assertThat(pages()).isEqualTo(7);
    assertThat(limit.claims()).doesNotExist();
  }

  @Test
  void pagesThatOthersUseComeOnTopOfEveryClaim() throws IOException {
    Path ended = Files.createDirectory(folder.resolve("ended"));
    limit.raise(ended, 40 * MIB);
    use(20);
    limit.raise(data, 100 * MIB);
    assertThat(pages()).isEqualTo(7 + 20 + 50 + 20);
    Files.delete(ended);
    limit.restore();
    assertThat(pages()).as("its server still has its pages").isEqualTo(7 + 50 + 20);
  }

  @Test
  void halfOfTheFreeMemoryStaysOrdinary() throws IOException {
    limit.raise(data, 513 * MIB);
    assertThat(pages()).isEqualTo(7);
    limit.raise(data, 512 * MIB);
    assertThat(pages()).isEqualTo(7 + 256);
  }

  @Test
  void kernelWithoutHugePagesIsLeftAlone() throws IOException {
    Files.writeString(limit.memory(), "MemAvailable:   1048576 kB\n");
    limit.raise(data, 100 * MIB);
    assertThat(pages()).isEqualTo(7);
    use(0);
    Files.delete(limit.limit());
    limit.raise(data, 100 * MIB);
    assertThat(limit.limit()).doesNotExist();
  }

  @Test
  void claimsThatAreNoClaimsChangeNothing() throws IOException {
    for (String text : List.of("", "/gone=5\n", "former=many", "former=7\n\\u12")) {
      Files.writeString(limit.claims(), text);
      limit.raise(data, 100 * MIB);
      limit.restore();
      assertThat(pages()).isEqualTo(7);
      assertThat(limit.claims()).hasContent(text);
    }
  }
}
