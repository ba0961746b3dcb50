package io.quartet.run.internal.definedtool;

import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.provision.ToolPlace;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;

/** The words of the commands of a defined tool for one database. Never holds a secret. */
final class CommandWords {

  private static final String RATE = "rate";

  private final ToolDefinition definition;
  private final Map<String, String> values = new HashMap<>();

  /** What the command starts with, so that it gets nothing of the environment of this process. */
  private final List<String> clean = new ArrayList<>(List.of("env", "-i"));

  /**
   * @param place where the tool runs, whose environment says how it reaches the database
   */
  CommandWords(DefinedTool tool, ToolPlace place) {
    this.definition = tool.definition();
    Map<String, String> environment = place.environment();
    clean.add("PATH=" + Optional.ofNullable(System.getenv("PATH")).orElse(""));
    environment.forEach((name, value) -> clean.add(name + "=" + value));
    values.putAll(definition.settings());
    values.put("program", definition.program());
    values.put("folder", definition.folder());
    values.put("host", environment.get("PGHOST"));
    values.put("port", environment.get("PGPORT"));
    values.put("user", environment.get("PGUSER"));
    values.put("database", environment.get("PGDATABASE"));
    values.put("passwordFile", environment.get("PGPASSFILE"));
    values.put("sslMode", environment.getOrDefault("PGSSLMODE", "disable"));
    values.put("sslRootCert", environment.getOrDefault("PGSSLROOTCERT", ""));
    values.put("every", Long.toString(definition.output().every().toSeconds()));
    values.put("threads", Integer.toString(tool.load().threads()));
    values.put("seed", Long.toString(tool.seed()));
    tool.load()
        .ratePerSecond()
        .ifPresent(
            rate ->
                values.put(RATE, BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString()));
    // Those of a load; a command that fills a database has none yet.
    values.put("clients", "1");
    values.put("seconds", "1");
  }

  /** The words of a command that is not about one process of a load. */
  List<String> of(Command command) {
    return filled(definition.command(command), values);
  }

  /**
   * The words of a command about a process of a load.
   *
   * @param seed of its random numbers
   */
  List<String> of(Command command, int clients, long seconds, long seed) {
    Map<String, String> all = new HashMap<>(values);
    all.put("clients", Integer.toString(clients));
    all.put("seconds", Long.toString(seconds));
    all.put("seed", Long.toString(seed));
    all.computeIfPresent(
        "threads", (name, n) -> Integer.toString(Math.min(clients, Integer.parseInt(n))));
    return filled(definition.command(command), all);
  }

  /** Without the words of a rate if there is none. */
  private List<String> filled(List<String> words, Map<String, String> values) {
    List<String> filled = new ArrayList<>(clean);
    for (String word : words) {
      if (values.containsKey(RATE) || !word.contains("{" + RATE + "}")) {
        filled.add(
            ToolDefinition.WORD
                .matcher(word)
                .replaceAll(match -> Matcher.quoteReplacement(values.get(match.group(1)))));
      }
    }
    return filled;
  }
}
