package io.quartet.config.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.plan.FigureColumn;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.model.plan.ToolDefinition.FigureTable;
import io.quartet.model.plan.ToolDefinition.JsonRows;
import io.quartet.model.plan.ToolDefinition.Kind;
import io.quartet.model.plan.ToolDefinition.Output;
import io.quartet.model.plan.ToolDefinition.Patterns;
import java.util.List;
import java.util.Locale;

/** Writes a definition of a tool, which {@link ToolReader} reads again. */
public final class ToolWriter {

  private ToolWriter() {}

  /** With every default filled in. */
  public static ObjectNode write(ToolDefinition definition) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", definition.name())
        .put("program", definition.program())
        .put("folder", definition.folder());
    if (!definition.install().isEmpty()) {
      fill(json.putArray("install"), definition.install());
    }
    ObjectNode commands = json.putObject("commands");
    for (Command command : Command.values()) {
      if (!definition.command(command).isEmpty()) {
        fill(
            commands.putArray(command.name().toLowerCase(Locale.ROOT)),
            definition.command(command));
      }
    }
    json.put("prepareWithin", Units.text(definition.prepareWithin()));
    ObjectNode settings = json.putObject(ToolReader.SETTINGS);
    definition.settings().forEach(settings::put);
    ObjectNode kinds = json.putObject("kinds");
    for (Kind kind : definition.kinds()) {
      ObjectNode one =
          kinds
              .putObject(kind.label())
              .put("weight", kind.weight())
              .put("writes", kind.isWriting());
      kind.failedAs().ifPresent(name -> one.put("failedAs", name));
    }
    ObjectNode headline = json.putObject("headline").put("unit", definition.headline().unit());
    fill(headline.putArray("counts"), definition.headline().kinds());
    headline.put("per", definition.headline().per().toSeconds() == 1 ? "second" : "minute");
    json.set("output", output(definition.output()));
    ObjectNode exitCodes = json.putObject("exitCodes");
    definition.exitCodes().forEach((code, text) -> exitCodes.put(Integer.toString(code), text));
    fill(json.putArray("failures"), definition.failures());
    return json.put("commitsPerTransaction", definition.commitsPerTransaction());
  }

  private static ObjectNode output(Output output) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("every", Units.text(output.every()))
        .put(
            "times",
            switch ((int) output.microsPerTime()) {
              case 1 -> "us";
              case 1_000 -> "ms";
              default -> "s";
            })
        .put("counts", output.isCumulative() ? "cumulative" : "interval");
    json.set("interval", figures(output.interval()));
    json.set("total", figures(output.total()));
    return json;
  }

  private static ObjectNode figures(FigureTable table) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (table instanceof Patterns patterns) {
      fill(json.putArray("patterns"), patterns.patterns());
    } else if (table instanceof JsonRows rows) {
      json.put("rows", rows.rows());
      ObjectNode where = json.putObject("where");
      rows.where().forEach(where::put);
      ObjectNode columns = json.putObject("columns");
      for (FigureColumn column : FigureColumn.values()) {
        if (rows.columns().containsKey(column)) {
          columns.put(column.label(), rows.columns().get(column));
        }
      }
    }
    return json;
  }

  private static void fill(ArrayNode list, List<String> words) {
    words.forEach(list::add);
  }
}
