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
import io.quartet.orchestrate.provider.Machine;
import io.quartet.orchestrate.provider.QuartetHome;
import io.quartet.tiera.protocol.HelloReply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    String quartet = HostFacts.class.getPackage().getImplementationVersion();
    versions.put("quartet", quartet == null ? "development" : quartet);
    versions.put("java", System.getProperty("java.vm.version"));
    versions.put("postgresql", postgresVersion(provider));
    tierA.ifPresent(
        hello -> {
          versions.put("engine", hello.getEngineVersion());
          versions.put("engineSessions", hello.getSessionSettings());
        });
    return new RunInfo(
        runId,
        startedUtcMillis,
        plan,
        versions,
        commit(),
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

  /** Commit of the sources, with a plus sign if they were changed; empty without git. */
  static String commit() {
    String commit = git("rev-parse", "HEAD");
    return commit.isEmpty() || git("status", "--porcelain", "--untracked-files=no").isEmpty()
        ? commit
        : commit + "+";
  }

  private static String git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C"));
    command.add(QuartetHome.folder().toString());
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? output : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
