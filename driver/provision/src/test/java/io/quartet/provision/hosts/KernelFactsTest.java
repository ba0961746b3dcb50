package io.quartet.provision.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class KernelFactsTest {

  @TempDir Path folder;

  @Test
  void thisMachineTellsItsProcessors() {
    Map<String, JsonNode> facts = KernelFacts.read(TestPlans.demo(1));
    assertThat(facts).containsOnlyKeys("host");
    assertThat(facts.get("host").path("processors").path("threads").asInt()).isPositive();
    assertThat(facts.get("host").path("mitigations").isObject()).isTrue();
  }

  @Test
  void machineThatCannotBeReachedIsLeftOut() throws IOException {
    Path configuration = folder.resolve("ssh_config");
    Files.writeString(configuration, "Host *\n  Port 1\n");
    Map<VmSet, SetHosts> hosts = new HashMap<>();
    Address address = Address.parse("127.0.0.1:5432");
    for (VmSet set : TestPlans.demo(1).sets()) {
      hosts.put(set, new SetHosts(address, address, address));
    }
    RunPlan plan =
        TestPlans.withSsh(
            TestPlans.onHosts(TestPlans.demo(1), hosts),
            new Ssh(Optional.empty(), Optional.of(configuration.toString())));
    assertThat(KernelFacts.read(plan)).containsOnlyKeys("host");
  }
}
