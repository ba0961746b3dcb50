package io.quartet.orchestrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.measure.results.RunInfo;
import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.KitVersion;
import io.quartet.orchestrate.provider.Machine;
import io.quartet.tiera.protocol.HelloReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Collects what {@code run.json} says about programs, machine and VMs. */
final class HostFacts {

  private static final ObjectMapper JSON = new ObjectMapper();

  private HostFacts() {}

  static RunInfo runInfo(
      RunPlan plan,
      Deployment deployment,
      String runId,
      long startedUtcMillis,
      Optional<HelloReply> tierA) {
    Map<String, Object> provider = deployment.facts();
    Map<String, String> versions = new LinkedHashMap<>();
    KitVersion quartet = KitVersion.current();
    versions.put("quartet", quartet.version());
    versions.put("java", System.getProperty("java.vm.version"));
    versions.put("postgresql", postgresVersion(provider));
    tierA.ifPresent(
        hello -> {
          versions.put("tierA", hello.getQuartetVersion());
          versions.put("engine", hello.getEngineVersion());
          versions.put("engineSessions", hello.getSessionSettings());
        });
    return new RunInfo(
        runId,
        startedUtcMillis,
        plan,
        versions,
        quartet.commit(),
        JSON.valueToTree(Machine.look().facts()),
        JSON.valueToTree(provider),
        vms(plan, deployment));
  }

  private static String postgresVersion(Map<String, Object> provider) {
    JsonNode postgres = JSON.valueToTree(provider.get("postgres"));
    String suffix = postgres.path("isEmbedded").asBoolean() ? ", embedded, -Os" : "";
    return postgres.path("version").asText() + suffix;
  }

  private static ArrayNode vms(RunPlan plan, Deployment deployment) {
    ArrayNode vms = JSON.createArrayNode();
    for (VmSet set : plan.sets()) {
      vm(vms, plan, set, VmRole.TIER_A).put("address", deployment.tierAAddress(set));
      for (VmRole role : plan.databaseRoles()) {
        vm(vms, plan, set, role).put("address", deployment.database(set, role).address());
      }
    }
    return vms;
  }

  private static ObjectNode vm(ArrayNode vms, RunPlan plan, VmSet set, VmRole role) {
    return vms.addObject()
        .put("vm", set.vmName(role))
        .put("group", set.group().name())
        .put("set", set.name())
        .put("role", role.label())
        .put("loadUnits", plan.database().loadUnits().get(set.group()))
        .put("seed", plan.database().seedOf(set));
  }
}
