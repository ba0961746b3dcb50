package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.RunPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers the databases that the cells of an experiment need. Cells whose databases hold the same
 * rows in the same place share them. Index profile, size of a server and load may differ. Not
 * thread-safe.
 */
public final class StackNumbers {

  /** Keys of a provider that a server takes on with a restart. */
  private static final List<String> OF_A_SERVER = List.of("cpus", "memory", "settings", "sizes");

  /** Keys of a database that may differ between the copies of one load. */
  private static final List<String> OF_A_COPY = List.of("activeLoadUnits", "indexes");

  /** Keys of a workload that decide what its databases hold. */
  private static final List<String> OF_TABLES =
      List.of(
          "kind",
          "scale",
          "fillFactor",
          "foreignKeys",
          "partitions",
          "partitionMethod",
          "initSteps");

  private final List<JsonNode> known = new ArrayList<>();

  /** Number from 1 of the databases that a plan runs on. */
  public int number(RunPlan plan) {
    ObjectNode json = PlanDocument.toJson(plan);
    ObjectNode stack = JsonNodeFactory.instance.objectNode();
    stack.set("provider", ((ObjectNode) json.get("provider")).without(OF_A_SERVER));
    if (json.get("database") instanceof ObjectNode database) {
      stack.set("database", database.without(OF_A_COPY));
    }
    if (json.get("workload") instanceof ObjectNode workload) {
      stack.set("workload", workload.retain(OF_TABLES));
    }
    if (plan.workload() instanceof DefinedTool tool) {
      stack.put("tool", tool.definition().name());
      stack.put("preparation", tool.preparation());
    }
    // Also without databases: what is up for some Sets cannot be used for others.
    stack.put("setsPerGroup", plan.setsPerGroup());
    stack.put("databases", String.join(" ", plan.databases()));
    if (!known.contains(stack)) {
      known.add(stack);
    }
    return known.indexOf(stack) + 1;
  }
}
