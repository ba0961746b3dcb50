package io.quartet.model.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class ControlGroupMemoryTest {

  @TempDir private Path folder;
  private Path groups;

  @BeforeEach
  void nameTheFile() {
    groups = folder.resolve("cgroup");
  }

  @Test
  void theLeastLimitOnTheWayUpCounts() throws Exception {
    Files.writeString(groups, "0::/user.slice/run-7.scope\n");
    write("user.slice/memory.max", "4294967296");
    write("user.slice/run-7.scope/memory.max", "max");

    assertThat(limit()).isEqualTo(4_294_967_296L);
  }

  @Test
  void versionOneHasAFolderForItsController() throws Exception {
    Files.writeString(groups, "5:devices:/\n4:memory:/jobs/one\n0::/\n");
    write("memory/memory.limit_in_bytes", "9223372036854771712");
    write("memory/jobs/one/memory.limit_in_bytes", "2147483648");

    assertThat(limit()).isEqualTo(2_147_483_648L);
  }

  @Test
  void aContainerSeesItsOwnGroupAtTheTop() throws Exception {
    Files.writeString(groups, "0::/docker/0123abc\n");
    write("memory.max", "1073741824");

    assertThat(limit()).isEqualTo(1_073_741_824L);
  }

  @Test
  void aSystemWithoutControlGroupsHasNoLimit() {
    assertThat(limit()).isEqualTo(Long.MAX_VALUE);
  }

  private long limit() {
    return ControlGroupMemory.limit(groups, folder);
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
