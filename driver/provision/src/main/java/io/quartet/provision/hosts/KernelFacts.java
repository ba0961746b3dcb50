package io.quartet.provision.hosts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.Parallel;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Facts of machines as they are now, as {@code scripts/collect/facts} prints them and {@code
 * facts.json} of a run records them.
 */
public final class KernelFacts {

  private static final int AT_A_TIME = 16;
  private static final ObjectMapper JSON = new ObjectMapper();

  private KernelFacts() {}

  /**
   * Reads the facts of the driver's machine, and with {@code provider.ssh} those of the machines
   * and hypervisors of the plan.
   *
   * @return by name of the machine, the driver's first; without those that cannot be read
   */
  public static Map<String, JsonNode> read(RunPlan plan) {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(VmMachine.OF_THE_DRIVER, List.of(QuartetHome.script("collect/facts").toString()));
    plan.provider().ssh().ifPresent(ssh -> addMachines(commands, ssh, plan));
    Map<String, JsonNode> found = new ConcurrentHashMap<>();
    Parallel.forEach(
        new ArrayList<>(commands.keySet()),
        AT_A_TIME,
        name -> {
          JsonNode facts = printedBy(commands.get(name));
          if (facts.isObject()) {
            found.put(name, facts);
          }
        });
    Map<String, JsonNode> inOrder = new LinkedHashMap<>(commands.size());
    commands.keySet().stream()
        .filter(found::containsKey)
        .forEach(name -> inOrder.put(name, found.get(name)));
    return inOrder;
  }

  private static void addMachines(Map<String, List<String>> commands, Ssh ssh, RunPlan plan) {
    for (VmMachine machine : VmMachine.withHypervisors(plan)) {
      commands.put(machine.name(), RemoteCollectors.command(ssh, machine, List.of("--facts")));
    }
  }

  /** A missing node if the command prints no facts: the check of the statistics says why. */
  private static JsonNode printedBy(List<String> command) {
    Commands.Result result = Commands.run(Path.of("/"), command);
    // A login script may print something first.
    int begin = result.output().indexOf("{\n");
    try {
      return result.isSuccess() && begin >= 0
          ? JSON.readTree(result.output().substring(begin))
          : JSON.missingNode();
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
