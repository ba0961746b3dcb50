package io.quartet.model.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class TopologyTest {

  @TempDir private Path folder;
  private Path status;
  private Path nodes;

  @BeforeEach
  void nameTheFiles() throws IOException {
    nodes = folder.resolve("node");
    status = folder.resolve("status");
    Files.writeString(status, "Name:\tjava\nCpus_allowed_list:\t2-5\nMems_allowed_list:\t0-2\n");
  }

  @Test
  void nodesHaveTheProcessorsThatThisProcessMayUse() throws IOException {
    node(0, "0-3");
    node(1, "4-7");
    node(2, "");
    node(3, "8-11");

    Topology topology = Topology.read(status, nodes, nodes.resolve("none"));
    assertThat(topology.processors()).hasToString("2-5");
    assertThat(topology.nodes())
        .isEqualTo(Map.of(0, CpuSet.parse("2-3"), 1, CpuSet.parse("4-5"), 2, CpuSet.NONE));
    assertThat(topology.nodeNumbers()).hasToString("0-2");
  }

  @Test
  void machineWithoutNodesHasNodeZero() {
    assertThat(Topology.read(status, nodes, nodes.resolve("none")).nodes())
        .isEqualTo(Map.of(0, CpuSet.parse("2-5")));
  }

  @Test
  void thisMachineHasProcessorsInItsNodes() {
    Topology topology = Topology.detect();

    assertThat(topology.processors().size()).isPositive();
    assertThat(topology.nodes().values())
        .anySatisfy(processors -> assertThat(processors.isEmpty()).isFalse());
  }

  private void node(int number, String processors) throws IOException {
    Path node = Files.createDirectories(nodes.resolve("node" + number));
    Files.writeString(node.resolve("cpulist"), processors + "\n");
  }
}
