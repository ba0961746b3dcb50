package io.quartet.report.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.report.section.Fact;
import io.quartet.report.section.SystemUnderTest.MachineSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Settings of the machines; those that are alike stand together. */
public final class MachineSettingsTable {

  /** Settings that differ on every machine, or at every reading. */
  private static final Set<String> OWN =
      Set.of("utcMillis", "host", "processors.mhz", "memory.hugePagesFree");

  /** Servers that ran there: what a machine holds, not what it is. */
  private static final String SERVERS = "servers.";

  /** Which machine it is, in its network and since its start: no setting, nothing to publish. */
  private static final Set<String> IDENTITY = Set.of("addresses", "bootId");

  private MachineSettingsTable() {}

  /**
   * @param facts {@code facts.json} by machine
   */
  static List<MachineSettings> of(Map<String, JsonNode> facts) {
    Map<List<Fact>, List<String>> alike = new LinkedHashMap<>();
    facts.forEach(
        (machine, json) ->
            alike.computeIfAbsent(shared(json), key -> new ArrayList<>()).add(machine));
    List<MachineSettings> settings = new ArrayList<>();
    alike.forEach(
        (shared, machines) ->
            settings.add(
                new MachineSettings(
                    List.copyOf(machines),
                    machines.size() == 1 ? settings(facts.get(machines.get(0))) : shared)));
    return List.copyOf(settings);
  }

  /** True unless the setting differs only because the machine or the moment differs. */
  public static List<Fact> shared(JsonNode json) {
    return settings(json).stream()
        .filter(fact -> !OWN.contains(fact.name()) && !fact.name().startsWith(SERVERS))
        .toList();
  }

  private static List<Fact> settings(JsonNode json) {
    return FactTable.of(json).stream().filter(fact -> !IDENTITY.contains(fact.name())).toList();
  }
}
