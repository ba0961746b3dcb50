package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Protocol;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.Pgbench.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code workload} of kind pgbench. */
final class PgbenchCodec {

  private static final String SCRIPTS = "scripts";
  private static final String LATENCY_LIMIT = "latencyLimit";

  /** Names that need no quotes in any file of results. */
  private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.sql");

  private PgbenchCodec() {}

  /**
   * Reads it.
   *
   * @param root the whole document
   */
  static Pgbench read(Section root) {
    Section workload = root.child("workload");
    int lengths = Math.max(1, root.child("timing").child("phase").items().size());
    return new Pgbench(
        workload.file("program"),
        ClientLoadCodec.read(root.child("load"), root.integer("sets"), lengths),
        scripts(workload.child(SCRIPTS)),
        workload.constant("protocol", Protocol.class),
        new Tables(
            workload.integer("scale"),
            workload.integer("fillFactor"),
            workload.value().get("foreignKeys").asBoolean(),
            workload.integer("partitions"),
            workload.text("partitionMethod"),
            workload.text("initSteps")),
        latencyLimit(workload),
        workload.integer("maxTries"),
        WorkloadCodec.seed(root));
  }

  private static List<Script> scripts(Section scripts) {
    List<Script> read = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : scripts.value().properties()) {
      String name = entry.getKey();
      int weight = entry.getValue().asInt();
      Script script =
          Script.BUILT_IN.contains(name)
              ? Script.builtIn(read.size(), name, weight)
              : Script.ofFile(
                  read.size(), scripts.reading().file(name).toAbsolutePath().normalize(), weight);
      if (isSound(scripts, name, script, read)) {
        read.add(script);
      }
    }
    return read.isEmpty() ? List.of(Script.builtIn(0, "tpcb-like", 1)) : read;
  }

  private static boolean isSound(Section scripts, String name, Script script, List<Script> read) {
    if (script.file().isPresent() && !FILE_NAME.matcher(script.label()).matches()) {
      scripts.wrongKey(
          scripts.at(name),
          " is no script that pgbench has ("
              + String.join(", ", Script.BUILT_IN)
              + "), and its file has no name of letters, digits, dots, hyphens and underscores that"
              + " ends in .sql. Correct it.");
      return false;
    }
    if (scripts.reading().machine().isPresent()
        && script.file().map(Path::of).filter(file -> !Files.isReadable(file)).isPresent()) {
      scripts.wrongKey(
          scripts.at(name),
          ": the file "
              + script.file().orElseThrow()
              + " cannot be read. A relative name starts at the folder of the benchmark file.");
      return false;
    }
    if (read.stream().anyMatch(other -> other.label().equals(script.label()))) {
      scripts.wrongKey(
          scripts.at(name),
          ": there is another script " + script.label() + ". Give its file another name.");
      return false;
    }
    return true;
  }

  private static Optional<Duration> latencyLimit(Section workload) {
    if (!workload.has(LATENCY_LIMIT)) {
      return Optional.empty();
    }
    Duration limit = workload.positive(LATENCY_LIMIT);
    if (limit.toNanosPart() % 1_000_000 != 0) {
      workload.wrong(
          workload.at(LATENCY_LIMIT),
          " is " + Units.text(limit) + ", but pgbench takes whole milliseconds. Round it.");
    }
    return Optional.of(limit);
  }

  static ObjectNode write(Pgbench pgbench) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("kind", pgbench.label());
    pgbench.program().ifPresent(program -> json.put("program", program));
    ObjectNode scripts = json.putObject(SCRIPTS);
    pgbench
        .scripts()
        .forEach(script -> scripts.put(script.file().orElse(script.label()), script.weight()));
    Tables tables = pgbench.tables();
    json.put("protocol", pgbench.protocol().label())
        .put("scale", tables.scale())
        .put("fillFactor", tables.fillFactor())
        .put("foreignKeys", tables.foreignKeys())
        .put("partitions", tables.partitions())
        .put("partitionMethod", tables.partitionMethod())
        .put("initSteps", tables.initSteps());
    pgbench.latencyLimit().ifPresent(limit -> json.put(LATENCY_LIMIT, Units.text(limit)));
    return json.put("maxTries", pgbench.maxTries());
  }
}
