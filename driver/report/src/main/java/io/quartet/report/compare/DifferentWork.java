package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.report.internal.format.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** In what runs were not asked for the same work: their figures measure different things. */
final class DifferentWork {

  /**
   * Something that decides what a run measures.
   *
   * @param value equal if two runs were asked for the same
   * @param words the value for a reader; two values may have the same
   */
  private record Aspect(
      String name, Function<RunPlan, Object> value, Function<RunPlan, String> words) {

    private static Aspect of(String name, Function<RunPlan, String> words) {
      return new Aspect(name, words::apply, words);
    }
  }

  private static final List<Aspect> ASPECTS =
      List.of(
          Aspect.of("Profile", plan -> plan.publication().profile().label()),
          new Aspect("Load", DifferentWork::load, DifferentWork::loadInWords),
          new Aspect("Mix", plan -> plan.workload().weights(), DifferentWork::mix),
          Aspect.of("Tool", plan -> ofDefined(plan, ToolDefinition::name)),
          Aspect.of("Headline of the tool", plan -> ofDefined(plan, DifferentWork::headline)),
          Aspect.of("Load of the tool", plan -> ofDefined(plan, ToolDefinition::preparation)),
          new Aspect(
              "Commands and settings of the tool",
              DifferentWork::work,
              plan -> ofDefined(plan, one -> one.settings() + " " + one.command(Command.RUN))),
          Aspect.of("Tables of pgbench", plan -> ofPgbench(plan, DifferentWork::tables)),
          Aspect.of("Protocol of pgbench", plan -> ofPgbench(plan, one -> one.protocol().label())),
          Aspect.of("Limits of pgbench", plan -> ofPgbench(plan, DifferentWork::limits)),
          new Aspect(
              "Phases",
              plan -> List.of(plan.schedule().phaseCount(), plan.schedule().timing().phases()),
              DifferentWork::phases),
          new Aspect(
              "Shares of the Groups",
              plan -> plan.workload().hasTargetShares() ? plan.schedule().phases().rows() : "",
              plan -> plan.schedule().phases().name()),
          new Aspect(
              "Events", plan -> plan.schedule().events(), plan -> names(plan.schedule().events())),
          Aspect.of("Databases", plan -> Format.count(plan.databases().size())),
          Aspect.of(
              "Load Units of the Groups",
              plan -> plan.workload() instanceof Brokerage ? units(plan.database()) : ""),
          Aspect.of("Trade days", plan -> Format.count(plan.database().tradeDays())));

  private DifferentWork() {}

  private static Object load(RunPlan plan) {
    return plan.workload() instanceof ToolWorkload tool
        ? tool.load()
        : plan.workload().describeLoad();
  }

  /** Of a tool with all its clients, where the words in short may be the same. */
  private static String loadInWords(RunPlan plan) {
    return plan.workload() instanceof ToolWorkload tool
        ? plan.workload().describeLoad()
            + tool.load().clients().entrySet().stream()
                .map(one -> one.getKey().name() + " " + Format.slashed(one.getValue()))
                .collect(Collectors.joining(", ", " (", ")"))
        : plan.workload().describeLoad();
  }

  private static String mix(RunPlan plan) {
    return plan.workload() instanceof Brokerage brokerage
        ? brokerage.mix().name()
        : plan.workload().weights().entrySet().stream()
            .map(weight -> weight.getKey().label() + " " + weight.getValue())
            .collect(Collectors.joining(", "));
  }

  private static String ofPgbench(RunPlan plan, Function<Pgbench, String> words) {
    return plan.workload() instanceof Pgbench pgbench ? words.apply(pgbench) : "";
  }

  private static String ofDefined(RunPlan plan, Function<ToolDefinition, String> words) {
    return plan.workload() instanceof DefinedTool tool ? words.apply(tool.definition()) : "";
  }

  private static String headline(ToolDefinition tool) {
    return tool.headline().unit() + " of " + String.join(", ", tool.headline().kinds());
  }

  private static Object work(RunPlan plan) {
    return plan.workload() instanceof DefinedTool tool
        ? List.of(tool.definition().command(Command.RUN), tool.definition().settings())
        : "";
  }

  private static String limits(Pgbench pgbench) {
    return "at most "
        + (pgbench.maxTries() == 1 ? "1 try" : pgbench.maxTries() + " tries")
        + pgbench
            .latencyLimit()
            .map(limit -> ", latency limit " + limit.toMillis() + " ms")
            .orElse("");
  }

  private static String tables(Pgbench pgbench) {
    Pgbench.Tables tables = pgbench.tables();
    return Text.format(
        "scale %,d, steps %s, fill factor %d%s%s",
        tables.scale(),
        tables.initSteps(),
        tables.fillFactor(),
        tables.foreignKeys() ? ", foreign keys" : "",
        tables.partitions() == 0
            ? ""
            : ", " + tables.partitions() + " partitions by " + tables.partitionMethod());
  }

  /** A phrase for each difference, for instance {@code Profile: demo (run 1); official (run 2)}. */
  static List<String> of(List<RunPlan> plans) {
    return ASPECTS.stream()
        .filter(aspect -> plans.stream().map(aspect.value).distinct().count() > 1)
        .map(aspect -> aspect.name + ": " + words(plans.stream().map(aspect.words).toList()))
        .toList();
  }

  /**
   * @param words of each run
   */
  private static String words(List<String> words) {
    Map<String, List<String>> runs = new LinkedHashMap<>();
    for (String each : words) {
      List<String> numbers = runs.computeIfAbsent(each, none -> new ArrayList<>());
      numbers.add(String.valueOf(runs.values().stream().mapToInt(List::size).sum() + 1));
    }
    return runs.size() == 1
        ? words.get(0) + ", but not the same"
        : runs.entrySet().stream()
            .map(
                each ->
                    Text.format(
                        "%s (%s %s)",
                        each.getKey(),
                        each.getValue().size() == 1 ? "run" : "runs",
                        Text.first(each.getValue())))
            .collect(Collectors.joining("; "));
  }

  private static String phases(RunPlan plan) {
    return Text.format(
        "%d of %s",
        plan.schedule().phaseCount(),
        plan.schedule().timing().describePhases(length -> Format.seconds(length.toMillis() / 1e3)));
  }

  private static String names(List<PlannedEvent> events) {
    return events.isEmpty() ? "none" : Text.first(events.stream().map(PlannedEvent::name).toList());
  }

  private static String units(Database database) {
    String loaded = slashed(database.loadUnits());
    return database.hasIdleLoadUnits()
        ? Text.format("%s active of %s", slashed(database.activeLoadUnits()), loaded)
        : loaded;
  }

  private static String slashed(Map<VmGroup, Integer> units) {
    return Format.slashed(new TreeMap<>(units).values());
  }
}
