package io.quartet.run.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class LocalDiskTest {

  @TempDir Path root;

  @Test
  void diskOfADeviceNumberHasItsNameAndTheTimeInWhichItHadWork() throws IOException {
    Path device = Files.createDirectories(root.resolve("devices/sdb1"));
    // A line of kernel 6.1: the tenth figure is the time with work.
    Files.writeString(
        device.resolve("stat"),
        "  395618 53755 12800242 685241 2299392 1028729 242942816"
            + " 1183323 0 395524 2090404 929755 43 203733496 142836 647259 79003\n");
    Path system = Files.createDirectory(root.resolve("block"));
    Files.createSymbolicLink(system.resolve("8:17"), device);
    Files.createSymbolicLink(system.resolve("259:300"), device);

    LocalDisk disk = LocalDisk.of(0x811, system).orElseThrow();
    assertThat(disk.name()).isEqualTo("sdb1");
    assertThat(disk.busyMillis()).isEqualTo(395_524);
    assertThat(LocalDisk.of((300L & ~0xff) << 12 | 259 << 8 | 300 & 0xff, system))
        .as("a minor number of more than eight bits")
        .isPresent();
    assertThat(LocalDisk.of(27, system)).as("memory has no disk").isEmpty();
  }
}
