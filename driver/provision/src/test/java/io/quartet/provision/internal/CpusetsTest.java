package io.quartet.provision.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files as the two versions of control groups have them. */
@Tag("unit")
class CpusetsTest {

  private static final Pinning TO_ONE =
      new Pinning(Optional.of(CpuSet.parse("1")), OptionalInt.empty());

  private static final Pinning TO_NODE = new Pinning(Optional.empty(), OptionalInt.of(0));

  @TempDir private Path parent;
  private Path group;

  @BeforeEach
  void makeGroup() throws IOException {
    group = Files.createDirectory(parent.resolve("a1-vm3"));
  }

  private void haveFiles(String... names) throws IOException {
    for (Path folder : List.of(parent, group)) {
      for (String name : names) {
        Files.writeString(folder.resolve(name), "");
      }
    }
  }

  private void version1() throws IOException {
    haveFiles("cpuset.memory_migrate");
    for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
      Files.writeString(group.resolve(file), "");
    }
    Files.writeString(parent.resolve("cpuset.cpus"), "0-7\n");
    Files.writeString(parent.resolve("cpuset.mems"), "0-1\n");
  }

  private void version2() throws IOException {
    haveFiles("cpuset.cpus", "cpuset.mems");
    Files.writeString(parent.resolve("cpuset.cpus.effective"), "0\n");
  }

  private String file(String name) throws IOException {
    return Files.readString(group.resolve(name));
  }

  @Test
  void groupOfVersionOneHasAllOfItsParentUnlessItIsBound() throws IOException {
    version1();
    Cpusets.pin(group, TO_ONE);
    assertThat(file("cpuset.cpus")).isEqualTo("1");
    assertThat(file("cpuset.mems")).isEqualTo("0-1");
    assertThat(file("cpuset.memory_migrate")).isEmpty();

    Cpusets.pin(group, Pinning.NONE);
    assertThat(file("cpuset.cpus")).isEqualTo("0-7");
    assertThat(file("cpuset.mems")).isEqualTo("0-1");
  }

  @Test
  void memoryMovesWithItsProcessesInVersionOne() throws IOException {
    version1();
    Cpusets.pin(group, TO_ONE.over(TO_NODE));
    assertThat(file("cpuset.cpus")).isEqualTo("1");
    assertThat(file("cpuset.mems")).isEqualTo("0");
    assertThat(file("cpuset.memory_migrate")).isEqualTo("1");
  }

  @Test
  void groupOfVersionTwoIsEmptiedWhereNothingBindsIt() throws IOException {
    version2();
    Cpusets.pin(group, TO_ONE);
    assertThat(file("cpuset.cpus")).isEqualTo("1");
    assertThat(file("cpuset.mems")).isEqualTo("\n");

    Cpusets.pin(group, Pinning.NONE);
    assertThat(file("cpuset.cpus")).isEqualTo("\n");
  }

  @Test
  void nodeAloneStandsForItsProcessorsThatTheParentHas() throws IOException {
    version2();
    Cpusets.pin(group, TO_NODE);
    CpuSet ofNode = Topology.ofNode(0).orElse(CpuSet.parse("0"));
    assertThat(file("cpuset.cpus")).isEqualTo(ofNode.in(CpuSet.parse("0")).toString());
    assertThat(file("cpuset.mems")).isEqualTo("0");
  }

  @Test
  void groupWithoutTheControllerIsLeftAlone() throws IOException {
    Cpusets.pin(group, TO_ONE);
    assertThat(group).isEmptyDirectory();
  }

  @Test
  void controllerIsFoundAmongThoseOfItsHierarchy() {
    assertThat(Cpusets.isOneOf("cpuset")).isTrue();
    assertThat(Cpusets.isOneOf("cpu,cpuset")).isTrue();
    assertThat(Cpusets.isOneOf("cpu,cpuacct")).isFalse();
  }
}
