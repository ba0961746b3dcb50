package io.quartet.run.collect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.emulator.Seeds;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.KitVersion;
import io.quartet.provision.os.Machine;
import io.quartet.results.RunInfo;
import io.quartet.tiera.protocol.HelloReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Collects what {@code run.json} says about programs, machine and VMs. */
public final class HostFacts {

  private static final ObjectMapper JSON = new ObjectMapper();

  private HostFacts() {}

  public static RunInfo runInfo(
      RunPlan plan,
      Deployment deployment,
      String runId,
      long startedUtcMillis,
      Map<VmSet, HelloReply> tierAs) {
    Map<String, Object> provider = deployment.facts();
    Map<String, String> versions = new LinkedHashMap<>();
    KitVersion quartet = KitVersion.current();
    versions.put("quartet", quartet.version());
    versions.put("java", System.getProperty("java.vm.version"));
    versions.put("postgresql", postgresVersion(provider));
    // Those of one of them; a difference is told by the entries of the VMs.
    tierAs.values().stream()
        .findFirst()
        .ifPresent(
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
        JSON.valueToTree(Machine.detect().facts()),
        JSON.valueToTree(provider),
        vms(plan, deployment, tierAs));
  }

  private static String postgresVersion(Map<String, Object> provider) {
    JsonNode postgres = JSON.valueToTree(provider.get("postgres"));
    String suffix = postgres.path("isEmbedded").asBoolean() ? ", embedded, -Os" : "";
    return postgres.path("version").asText() + suffix;
  }

  private static ArrayNode vms(RunPlan plan, Deployment deployment, Map<VmSet, HelloReply> tierAs) {
    ArrayNode vms = JSON.createArrayNode();
    for (VmSet set : plan.sets()) {
      ObjectNode tierA = vm(vms, plan, set, VmRole.TIER_A);
      tierA.put("address", deployment.tierA(set).address().toString());
      Optional.ofNullable(tierAs.get(set)).ifPresent(hello -> describe(tierA, hello));
      ObjectNode seeds = tierA.putObject("streamSeeds");
      Seeds.ofSet(plan.workload().seed(), set).forEach(seeds::put);
      for (VmRole role : plan.databaseRoles()) {
        vm(vms, plan, set, role).put("address", deployment.database(set, role).address());
      }
    }
    return vms;
  }

  private static void describe(ObjectNode tierA, HelloReply hello) {
    tierA
        .put("quartetVersion", hello.getQuartetVersion())
        .put("engineVersion", hello.getEngineVersion())
        .put("programSha256", hello.getProgramSha256())
        .put("sessionSettings", hello.getSessionSettings());
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
