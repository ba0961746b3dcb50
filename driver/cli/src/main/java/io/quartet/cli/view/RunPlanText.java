package io.quartet.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.run.estimate.StageTimes;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What {@code run} will do, for {@code run --dry-run}.
 *
 * @param runs how many runs, one after the other
 * @param restores true if each run restores copies of the databases before
 * @param results parent of the results folders
 */
public record RunPlanText(RunPlan plan, int runs, boolean restores, Path results) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Column of the values. */
  private static final int COLUMN = 13;

  /** Prints it for people or as JSON. */
  public void print(PrintWriter out, boolean isJson) {
    out.print(
        isJson ? json().toPrettyString() + System.lineSeparator() : Folded.lines(text(), COLUMN));
    out.flush();
  }

  /** Addresses of all VMs, each once. */
  private List<String> machines() {
    return plan.sets().stream()
        .flatMap(
            set -> plan.roles().stream().map(role -> plan.provider().address(set, role).host()))
        .distinct()
        .toList();
  }

  private StageTimes times() {
    return StageTimes.of(plan);
  }

  /** Of one run with databases on this machine. */
  private Duration length() {
    return times().run().plus(restores ? times().restore() : Duration.ZERO);
  }

  private String text() {
    Timing timing = plan.schedule().timing();
    String groups = plan.groups().stream().map(VmGroup::name).collect(Collectors.joining(", "));
    return Text.line(
            "%s: %s with profile %s%n",
            plan.name(), Text.counted(runs, "run"), plan.publication().profile().label())
        + Text.line("  load       %s%n", plan.workload().describeLoad())
        + Text.line(
            "  VMs        %,d, %s in each Group: %s%n",
            plan.sizes().size(), Text.counted(plan.setsPerGroup(), "Set"), groups)
        + Text.line(
            "  where      %s%n",
            plan.provider().isLocal() ? "this machine" : String.join(", ", machines()))
        + Text.line(
            "  databases  %,d with Load Units %s, %s, index profile %s%n",
            plan.databases().size(),
            new TreeMap<>(plan.database().loadUnits()).toString().replace("=", ": "),
            Text.counted(plan.database().tradeDays(), "trade day"),
            plan.database().indexes())
        + Text.line(
            "  phases     ramp-up %s, warm-up %s, %s%,d phases of %s, ramp-down %s%s%n",
            TimeLeft.clock(timing.rampUp()),
            TimeLeft.clock(timing.warmUp()),
            atMost(),
            plan.schedule().phaseCount(),
            timing.describePhases(TimeLeft::clock),
            TimeLeft.clock(timing.rampDown()),
            plan.schedule()
                .growth()
                .map(growth -> Text.line("; ends after %,d trades", growth.untilTrades()))
                .orElse(""))
        + EventLines.of(plan).indent(2)
        + Text.line("  caches     %s%n", caches())
        + Text.line("  time       %s%n", time())
        + Text.line("  results    %s%n", results);
  }

  private String caches() {
    return switch (plan.schedule().caches()) {
      case KEEP -> "kept as they are";
      case CLEAR -> "cleared: servers restarted, page caches dropped";
      case WARM -> "warmed with pg_prewarm";
    };
  }

  /** A run that grows ends when it has its trades. */
  private String atMost() {
    return plan.schedule().growth().isPresent() ? "at most " : "";
  }

  private String time() {
    Duration load = plan.timeline().total();
    if (!plan.provider().isLocal()) {
      return Text.line(
          "load %s%s%s; checks and report come to it, and are not estimated for other machines",
          atMost(), TimeLeft.clock(load), runs == 1 ? "" : " each");
    }
    return Text.line(
        "%sabout %s%s: %schecks %s, load %s, checks %s; the rest prepares and reports",
        atMost(),
        runs == 1 ? "" : TimeLeft.clock(length().multipliedBy(runs)) + " in all, each ",
        TimeLeft.clock(length()),
        restores ? "restore " + TimeLeft.clock(times().restore()) + ", " : "",
        TimeLeft.clock(times().checksBefore()),
        TimeLeft.clock(load),
        TimeLeft.clock(times().checksAfter()));
  }

  /** A number, or one for each phase. */
  private static JsonNode secondsPerPhase(List<Duration> lengths) {
    ArrayNode seconds = JSON.createArrayNode();
    lengths.forEach(length -> seconds.add(WallTime.seconds(length)));
    return seconds.size() == 1 ? seconds.get(0) : seconds;
  }

  private ObjectNode json() {
    ObjectNode json =
        JSON.createObjectNode()
            .put("name", plan.name())
            .put("profile", plan.publication().profile().label())
            .put("runs", runs)
            .put("load", plan.workload().describeLoad())
            .put("virtualMachines", plan.sizes().size())
            .put("isLocal", plan.provider().isLocal());
    machines().forEach(json.putArray("machines")::add);
    ObjectNode loadUnits =
        json.put("setsPerGroup", plan.setsPerGroup())
            .put("databases", plan.databases().size())
            .putObject("loadUnits");
    new TreeMap<>(plan.database().loadUnits())
        .forEach((group, units) -> loadUnits.put(group.name(), units));
    Timing timing = plan.schedule().timing();
    json.put("tradeDays", plan.database().tradeDays())
        .put("indexes", plan.database().indexes().toString())
        .put("rampUpSeconds", WallTime.seconds(timing.rampUp()))
        .put("warmUpSeconds", WallTime.seconds(timing.warmUp()))
        .put("phases", plan.schedule().phaseCount());
    json.set("secondsPerPhase", secondsPerPhase(timing.phases()));
    json.put("rampDownSeconds", WallTime.seconds(timing.rampDown()));
    plan.schedule().growth().ifPresent(growth -> json.put("untilTrades", growth.untilTrades()));
    json.set("events", EventLines.json(plan));
    json.put("caches", plan.schedule().caches().label());
    if (plan.provider().isLocal()) {
      json.put("restoreSeconds", restores ? WallTime.seconds(times().restore()) : 0)
          .put("checksBeforeSeconds", WallTime.seconds(times().checksBefore()))
          .put("checksAfterSeconds", WallTime.seconds(times().checksAfter()))
          .put("secondsPerRun", WallTime.seconds(length()));
    }
    return json.put("loadSeconds", WallTime.seconds(plan.timeline().total()))
        .put("results", results.toString());
  }
}
