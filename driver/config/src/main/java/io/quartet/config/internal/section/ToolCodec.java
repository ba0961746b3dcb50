package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.internal.ToolFile;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Provider;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import java.util.List;
import java.util.Optional;

/** {@code workload} of kind tool. */
final class ToolCodec {

  static final String DEFINITION = "definition";
  static final String SETTINGS = "settings";

  private ToolCodec() {}

  /**
   * Reads it.
   *
   * @param root the whole document
   * @return empty if there is no usable definition, which is reported
   */
  static Optional<DefinedTool> read(Section root) {
    Section workload = root.child("workload");
    if (!workload.has(DEFINITION)) {
      workload.missing(
          "in workload: 'definition' is missing. With kind tool, name the folder of a tool.yaml,"
              + " for instance examples/tools/sysbench.",
          WorkloadCodec.KIND);
      return Optional.empty();
    }
    int lengths = Math.max(1, root.child("timing").child("phase").items().size());
    return definition(workload)
        .map(
            definition ->
                new DefinedTool(
                    definition,
                    ClientLoadCodec.read(root.child("load"), root.integer("sets"), lengths),
                    WorkloadCodec.seed(root)));
  }

  private static Optional<ToolDefinition> definition(Section workload) {
    JsonNode given = workload.value().get(DEFINITION);
    try {
      ToolFile file =
          given.isTextual()
              ? ToolFile.read(workload.reading().file(given.asText()))
              : ToolFile.of(given);
      workload
          .value()
          .path(SETTINGS)
          .fieldNames()
          .forEachRemaining(name -> judge(workload, name, file.settings()));
      return Optional.of(
          file.definition(
              workload
                  .optional("program")
                  .map(
                      name ->
                          name.contains("/")
                              ? workload.reading().file(name).toAbsolutePath().toString()
                              : name),
              workload.value().path(SETTINGS)));
    } catch (QuartetException e) {
      workload.reading().reportFile(workload.at(DEFINITION), e);
    }
    return Optional.empty();
  }

  private static void judge(Section workload, String name, List<String> settings) {
    if (!settings.contains(name)) {
      workload.wrongKey(
          workload.at(SETTINGS).child(name),
          settings.isEmpty()
              ? " is no setting of the tool, which has none. Leave it out."
              : " is no setting of the tool. Choose among " + String.join(", ", settings) + ".");
    }
  }

  /** Judges what the tool can be asked for. */
  static void check(DefinedTool tool, Provider provider, Section load) {
    if (tool.load().origin() != Origin.DRIVER && !provider.isLocal()) {
      load.wrong(
          load.at("from"),
          " is vm, but a defined tool runs on the machine of the driver or on embedded VMs. Choose"
              + " driver.",
          ProviderCodec.KIND);
    }
    List<String> run = tool.definition().command(Command.RUN);
    if (tool.load().threads() > 1 && run.stream().noneMatch(word -> word.contains("{threads}"))) {
      load.wrong(
          load.at("threads"),
          " has no effect: the run command of "
              + tool.definition().name()
              + " has no {threads}. Leave it out.");
    }
    if (tool.isPaced() && run.stream().noneMatch(word -> word.contains("{rate}"))) {
      load.wrong(
          load.at("rate"),
          " cannot be kept: the run command of "
              + tool.definition().name()
              + " has no {rate}. Choose load.mode closed.",
          LoadCodec.MODE);
    }
  }

  static ObjectNode write(DefinedTool tool) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("kind", tool.label());
    json.set(DEFINITION, ToolFile.write(tool.definition()));
    return json;
  }
}
