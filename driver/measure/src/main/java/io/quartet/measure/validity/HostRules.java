package io.quartet.measure.validity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.results.RunFigures;
import io.quartet.measure.results.RunResults;
import io.quartet.measure.results.StatsCsv;
import io.quartet.measure.validity.Check.Severity;
import io.quartet.measure.validity.Samples.Increase;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Rules 46 and 47 of run-rules.md section 3.4: nothing else ran on the machine, and nobody took its
 * processors away. Known only where the VMs are processes of the driver's machine.
 */
final class HostRules {

  /** Folder below {@code stats} with the figures of the driver's machine. */
  static final String VM = "host";

  /**
   * Most of the machine's processor time that others may take. Own decision: the collectors and the
   * kernel's own threads, which write the pages back, are among them.
   */
  /** Of the interval, rows have to cover that. */
  private static final double KNOWN_PART = 0.9;

  private static final double LIMIT_PERCENT = 5;

  private static final double STEAL_LIMIT_PERCENT = 5;
  private static final double BUSY_PERCENT = 85;

  private static final String ID = "nothing-else-ran";
  private static final String TITLE = "Nothing else ran on the machine";
  private static final ObjectMapper JSON = new ObjectMapper();

  private HostRules() {}

  static List<Check> judge(RunResults results) {
    return List.of(nothingElse(results), steal(results));
  }

  /** A machine that is all busy may well wait for its processors. */
  private static Check steal(RunResults results) {
    String id = "steal";
    String title = "Nobody took the processors of the machine away while it was not busy";
    Busy busy = Busy.of(results);
    if (!results.info().plan().provider().hosts().isEmpty() || !busy.isKnown(results.figures())) {
      return Check.notJudged(
          id, title, Severity.WARNING, "the processors of the VMs were not seen from here");
    }
    return Check.of(
        id,
        title,
        Severity.WARNING,
        busy.stolenPercent() <= STEAL_LIMIT_PERCENT || busy.percent() >= BUSY_PERCENT,
        Text.format("%.1f %% stolen, %.1f %% busy", busy.stolenPercent(), busy.percent()),
        Text.format("%.0f %% while less than %.0f %% busy", STEAL_LIMIT_PERCENT, BUSY_PERCENT),
        "");
  }

  private static Check nothingElse(RunResults results) {
    if (!results.info().plan().provider().hosts().isEmpty()) {
      return notJudged(
          "what runs on prepared machines is not seen from here: compare the processor time of"
              + " each with that of its VMs");
    }
    Busy busy = Busy.of(results);
    int processors = processors(results);
    if (!busy.isKnown(results.figures()) || processors == 0) {
      return notJudged("stats/host/cpu.csv does not cover the interval");
    }
    Map<String, Double> own = own(results);
    List<String> unknown =
        vms(results.info().plan()).stream().filter(vm -> !own.containsKey(vm)).toList();
    if (!unknown.isEmpty()) {
      return notJudged("the processor time of " + RunRules.first(unknown) + " is not known");
    }
    double ownPercent =
        100 * own.values().stream().mapToDouble(Double::doubleValue).sum() / processors;
    double other = Math.max(0, busy.percent() - ownPercent);
    return Check.of(
        ID,
        TITLE,
        Severity.FATAL,
        other <= LIMIT_PERCENT,
        Text.format("%.1f %% of %d processors", other, processors),
        Text.format("%.0f %%", LIMIT_PERCENT),
        Text.format("%.1f %% busy, %.1f %% by VMs and driver", busy.percent(), ownPercent));
  }

  private static Check notJudged(String why) {
    return Check.notJudged(ID, TITLE, Severity.FATAL, why);
  }

  private static List<String> vms(RunPlan plan) {
    List<String> vms = new ArrayList<>(List.of("driver"));
    plan.sets()
        .forEach(
            set -> {
              vms.add(set.vmName(VmRole.TIER_A));
              plan.databaseRoles().forEach(role -> vms.add(set.vmName(role)));
            });
    return vms;
  }

  /**
   * What the processors of the machine did in the interval, each row of the file weighed by its
   * time.
   */
  private static final class Busy {

    private double used;
    private double stolen;
    private long millis;

    static Busy of(RunResults results) {
      RunFigures figures = results.figures();
      Busy busy = new Busy();
      long[] before = {Long.MIN_VALUE};
      StatsCsv.forEach(
          results.folder(),
          VM,
          "cpu",
          line -> {
            if (before[0] >= figures.startUtcMillis()
                && line.utcMillis() <= figures.endUtcMillis()) {
              busy.add(line, line.utcMillis() - before[0]);
            }
            before[0] = line.utcMillis();
          });
      return busy;
    }

    private void add(StatsCsv.Line line, long length) {
      OptionalDouble user = line.number("user_pct");
      OptionalDouble system = line.number("system_pct");
      OptionalDouble steal = line.number("steal_pct");
      if (user.isPresent() && system.isPresent() && steal.isPresent()) {
        used += length * (user.getAsDouble() + system.getAsDouble());
        stolen += length * steal.getAsDouble();
        millis += length;
      }
    }

    /** False if too much of the interval has no rows. */
    boolean isKnown(RunFigures figures) {
      return millis >= KNOWN_PART * (figures.endUtcMillis() - figures.startUtcMillis());
    }

    double percent() {
      return used / millis;
    }

    double stolenPercent() {
      return stolen / millis;
    }
  }

  /** Processors that a VM, the driver or a worker kept busy, by name. */
  private static Map<String, Double> own(RunResults results) {
    Map<String, Double> own = new TreeMap<>();
    for (String name : sampled(results.folder())) {
      Optional<Increase> used = Samples.increase(results, name, "process", "cpu_ms");
      used.ifPresent(increase -> own.put(name, increase.perMillisecond()));
    }
    return own;
  }

  private static List<String> sampled(ResultsFolder folder) {
    Path stats = folder.file("stats");
    if (!Files.isDirectory(stats)) {
      return List.of();
    }
    try (Stream<Path> names = Files.list(stats)) {
      return names.map(path -> path.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw ResultsFolder.unreadable(stats, "cannot be listed (" + e + ")", e);
    }
  }

  /** Those of the machine, of which a container may use fewer. */
  private static int processors(RunResults results) {
    String facts = "stats/" + VM + "/facts.json";
    int fallback = results.info().host().path("cores").asInt();
    if (!results.folder().has(facts)) {
      return fallback;
    }
    try {
      JsonNode json = JSON.readTree(results.folder().file(facts).toFile());
      return json.path("processors").path("threads").asInt(fallback);
    } catch (IOException e) {
      throw ResultsFolder.unreadable(results.folder().file(facts), "cannot be read (" + e + ")", e);
    }
  }
}
