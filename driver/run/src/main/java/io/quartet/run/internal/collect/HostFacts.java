package io.quartet.run.internal.collect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.emulator.Seeds;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.KitVersion;
import io.quartet.results.RunInfo;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.VmFacts.Program;
import io.quartet.run.internal.LoadedState;
import io.quartet.tiera.protocol.HelloReply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what {@code run.json} says about programs, machine and VMs. */
public final class HostFacts {

  private static final ObjectMapper JSON = new ObjectMapper();

  private HostFacts() {}

  /**
   * What {@code run.json} says.
   *
   * @param machine as it is while this process may use all its processors
   */
  public static RunInfo runInfo(
      RunPlan plan,
      Machine machine,
      Deployment deployment,
      String runId,
      long startedUtcMillis,
      Map<VmSet, HelloReply> tierAs,
      DatabasePlaces places) {
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
        JSON.valueToTree(machine.facts()),
        JSON.valueToTree(provider),
        vms(plan, deployment, tierAs, places));
  }

  private static String postgresVersion(Map<String, Object> provider) {
    JsonNode postgres = JSON.valueToTree(provider.get("postgres"));
    String suffix = postgres.path("isEmbedded").asBoolean() ? ", embedded, -Os" : "";
    return postgres.path("version").asText() + suffix;
  }

  private static List<VmFacts> vms(
      RunPlan plan, Deployment deployment, Map<VmSet, HelloReply> tierAs, DatabasePlaces places) {
    List<VmFacts> vms = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      if (plan.workload() instanceof Brokerage brokerage) {
        String tierA = deployment.tierA(set).address().toString();
        Map<String, Long> seeds = Seeds.ofSet(brokerage.seed(), set);
        vms.add(VmFacts.of(plan, set, VmRole.TIER_A, tierA, program(tierAs.get(set)), seeds));
      }
      for (VmRole role : plan.databaseRoles()) {
        DatabaseServer server = deployment.database(set, role);
        vms.add(
            VmFacts.of(plan, set, role, server.address(), Program.NONE, Map.of())
                .withDatabase(
                    LoadedState.expected(plan, server).schemaSha256(),
                    HugePages.bytes(deployment.processId(server)),
                    places.of(server.vm())));
      }
    }
    return vms;
  }

  private static Program program(HelloReply hello) {
    return hello == null
        ? Program.NONE
        : new Program(
            hello.getQuartetVersion(),
            hello.getEngineVersion(),
            hello.getProgramSha256(),
            hello.getSessionSettings());
  }
}
