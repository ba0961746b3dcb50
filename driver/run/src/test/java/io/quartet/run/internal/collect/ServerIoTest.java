package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with process 30 and a session with process 31. */
@Tag("unit")
class ServerIoTest {

  @TempDir Path root;

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @BeforeEach
  void run() throws IOException {
    write("proc/30/io", "rchar: 9\nread_bytes: 4096\nwrite_bytes: 100\n");
    write("proc/30/task/30/children", "31 32 ");
    write("proc/31/io", "rchar: 9\nread_bytes: 1\nwrite_bytes: 8192\n");
    write("proc/31/task/31/children", "");
    write("proc/30/cgroup", "0::/user.slice\n");
  }

  private ServerIo io() {
    return ServerIo.of(root, 30).orElseThrow();
  }

  @Test
  void processesAreSummedWhereNoGroupCounts() {
    // Process 32 has ended meanwhile.
    assertThat(io())
        .isEqualTo(
            new ServerIo(
                List.of("device", "read_bytes", "written_bytes"),
                List.of(List.of("", "4097", "8292"))));
    assertThat(ServerIo.of(root, 99)).isEmpty();
  }

  @Test
  void groupOfVersion2IsPreferred() throws IOException {
    write("proc/30/cgroup", "0::/quartet/demo/a1-vm2\n");
    write(
        "sys/fs/cgroup/quartet/demo/a1-vm2/io.stat",
        "8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=5 dios=6\n253:1 rbytes=7 wbytes=8 rios=9\n");
    assertThat(io().rows())
        .containsExactly(List.of("8:0", "1", "2", "3", "4"), List.of("253:1", "7", "8", "9", "0"));
  }

  @Test
  void groupOfVersion1HasItsCountersInTwoFiles() throws IOException {
    write(
        "proc/30/cgroup",
        "9:memory:/quartet/demo/a1-vm2\n5:blkio:/quartet/demo/a1-vm2\n0::/quartet/other/x\n");
    String folder = "sys/fs/cgroup/blkio/quartet/demo/a1-vm2/";
    write(
        folder + "blkio.throttle.io_service_bytes",
        "7:0 Read 10\n7:0 Write 20\n7:0 Sync 30\n7:0 Total 30\nTotal 30\n");
    write(folder + "blkio.throttle.io_serviced", "7:0 Read 1\n7:0 Write 2\nTotal 3\n");
    assertThat(io().columns()).hasSize(5);
    assertThat(io().rows()).containsExactly(List.of("7:0", "10", "20", "1", "2"));
  }

  @Test
  void onlyDisksOfTheServersFoldersCount() throws IOException {
    Path data = Files.createDirectories(root.resolve("data"));
    Files.createSymbolicLink(root.resolve("proc/30/cwd"), data);
    String number = ServerIo.number((long) Files.getAttribute(data, "unix:dev"));
    // The folder lies on a partition of disk 8:16.
    write("sys/block/sdb/dev", "8:16\n");
    write("sys/block/sdb/sdb1/partition", "1\n");
    Files.createDirectories(root.resolve("sys/dev/block"));
    Files.createSymbolicLink(
        root.resolve("sys/dev/block").resolve(number), root.resolve("sys/block/sdb/sdb1"));
    Files.createSymbolicLink(root.resolve("sys/dev/block/8:16"), root.resolve("sys/block/sdb"));
    write("proc/30/cgroup", "0::/quartet/demo/a1-vm2\n");
    write(
        "sys/fs/cgroup/quartet/demo/a1-vm2/io.stat",
        "8:0 rbytes=1 wbytes=2 rios=3 wios=4\n8:16 rbytes=5 wbytes=6 rios=7 wios=8\n");
    assertThat(io().rows()).containsExactly(List.of("sdb", "5", "6", "7", "8"));
  }

  @Test
  void numbersOfDevicesAreThoseOfTheKernel() {
    assertThat(ServerIo.number(0xfe00)).isEqualTo("254:0");
    assertThat(ServerIo.number(0x811)).isEqualTo("8:17");
    // Minor number 0x12345 has its upper part above the major number.
    assertThat(ServerIo.number(0x12300845L)).isEqualTo("8:74565");
  }
}
