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
  private static final String FOREIGN_KEYS = "foreignKeys";
  private static final String INIT_STEPS = "initSteps";
  private static final String LATENCY_LIMIT = "latencyLimit";

  /** Keys that only pgbench has. */
  static final List<String> KEYS =
      List.of(
          SCRIPTS,
          "protocol",
          "scale",
          "fillFactor",
          FOREIGN_KEYS,
          "partitions",
          "partitionMethod",
          INIT_STEPS,
          LATENCY_LIMIT,
          "maxTries");

  /** In any folder, a name that needs no quotes in any file of results. */
  private static final Pattern FILE =
      Pattern.compile("([^\\p{Cntrl}]{0,4000}/)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}\\.sql");

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
        tables(workload),
        latencyLimit(workload),
        workload.integer("maxTries"),
        WorkloadCodec.seed(root));
  }

  private static Tables tables(Section workload) {
    Tables tables =
        new Tables(
            workload.integer("scale"),
            workload.integer("fillFactor"),
            workload.value().get(FOREIGN_KEYS).asBoolean(),
            workload.integer("partitions"),
            workload.text("partitionMethod"),
            workload.text(INIT_STEPS));
    if (tables.foreignKeys() && !tables.initSteps().contains("p")) {
      workload.wrong(
          workload.at(FOREIGN_KEYS),
          " needs primary keys, but workload.initSteps has no p. Add it, or leave foreign keys"
              + " out.",
          workload.at(INIT_STEPS));
    }
    return tables;
  }

  private static List<Script> scripts(Section scripts) {
    List<Script> read = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : scripts.value().properties()) {
      script(scripts, entry.getKey(), read.size(), entry.getValue().asInt())
          .filter(script -> hasOwnLabel(scripts, entry.getKey(), script, read))
          .ifPresent(read::add);
    }
    return read.isEmpty() ? List.of(Script.builtIn(0, "tpcb-like", 1)) : read;
  }

  /** Empty if there is no such script, which is reported. */
  private static Optional<Script> script(Section scripts, String name, int ordinal, int weight) {
    if (Script.BUILT_IN.contains(name)) {
      return Optional.of(Script.builtIn(ordinal, name, weight));
    }
    if (!FILE.matcher(name).matches()) {
      scripts.wrongKey(
          scripts.at(name),
          " is neither a script of pgbench ("
              + String.join(", ", Script.BUILT_IN)
              + ") nor a file of which the name has only letters, digits, dots, hyphens and"
              + " underscores and ends in .sql. Correct it.");
      return Optional.empty();
    }
    Path file = scripts.reading().file(name).toAbsolutePath().normalize();
    if (scripts.reading().machine().isPresent()
        && (!Files.isReadable(file) || Files.isDirectory(file))) {
      scripts.wrongKey(
          scripts.at(name),
          ": the file "
              + file
              + " cannot be read. A relative name starts at the folder of the benchmark file.");
      return Optional.empty();
    }
    return Optional.of(Script.ofFile(ordinal, file, weight));
  }

  private static boolean hasOwnLabel(
      Section scripts, String name, Script script, List<Script> others) {
    boolean isOwn = others.stream().noneMatch(other -> other.label().equals(script.label()));
    if (!isOwn) {
      scripts.wrongKey(
          scripts.at(name),
          ": another script is called " + script.label() + " too. Rename one of the files.");
    }
    return isOwn;
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
        .put(FOREIGN_KEYS, tables.foreignKeys())
        .put("partitions", tables.partitions())
        .put("partitionMethod", tables.partitionMethod())
        .put(INIT_STEPS, tables.initSteps());
    pgbench.latencyLimit().ifPresent(limit -> json.put(LATENCY_LIMIT, Units.text(limit)));
    return json.put("maxTries", pgbench.maxTries());
  }
}
