package io.quartet.config.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.ExperimentFile;
import io.quartet.model.GoldenFile;
import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of docs/guide/experiment-keys.md: an experiment is read for each key of the schema and
 * each kind of machines.
 */
@Tag("unit")
class ExperimentKeysPageTest {

  private static final String HEADER =
      "| key | embedded | machines that Quartet prepares | machines that you prepared |";

  /**
   * The experiment names the databases. Three keys of the provider make another kind of base. All
   * cells have one kind of workload. A mode needs other keys with it: {@code load} as a whole can
   * vary.
   */
  private static final Set<String> NOT_VARIED =
      Set.of("name", "provider", "provider.kind", "provider.prepare", "workload.kind", "load.mode");

  /**
   * A key with two values of it, and what else these need. A key ends in {@code .*} for all below
   * it, because they vary as it does; braces hold names of which the first is tried.
   */
  private static final String SAMPLES =
      """
          profile | demo, custom
          sets | 1, 2
          seed | 1, 2
          phases | [[100, 0, 0, 0]], [[100, 0, 0, 0], [100, 0, 0, 0]]
          growth | null, {untilTrades: 1000}
          growth.untilTrades | 1000, 2000
          growth.phases | 10, 20 | growth.untilTrades: 1000
          timing | short, official
          timing.{rampUp,warmUp,rampDown} | 5s, 6s | timing.warmUp: 5s, timing.phase: 6s, timing.rampDown: 2s
          timing.phase | 5s, 6s | timing.rampUp: 5s, timing.warmUp: 5s, timing.rampDown: 2s
          caches | keep, clear
          workload | {kind: pgbench, scale: 1}, {kind: pgbench, scale: 2} | phases: null
          workload.program | /pg/one, /pg/two | workload.kind: pgbench, phases: null
          workload.definition | TOOLS/sysbench, TOOLS/visits | workload.kind: tool, phases: null
          workload.settings | {rows: 1}, {rows: 2} | workload.kind: tool, workload.definition: TOOLS/sysbench, phases: null
          workload.scripts | {tpcb-like: 1}, {select-only: 1} | workload.kind: pgbench, phases: null
          workload.protocol | simple, prepared | workload.kind: pgbench, phases: null
          workload.{scale,partitions} | 1, 2 | workload.kind: pgbench, phases: null
          workload.fillFactor | 90, 100 | workload.kind: pgbench, phases: null
          workload.foreignKeys | true, false | workload.kind: pgbench, phases: null
          workload.partitionMethod | range, hash | workload.kind: pgbench, phases: null, workload.partitions: 2
          workload.initSteps | dtgvp, dtGvp | workload.kind: pgbench, phases: null
          workload.latencyLimit | 10ms, 20ms | workload.kind: pgbench, phases: null
          workload.maxTries | 1, 2 | workload.kind: pgbench, phases: null
          load | {users: 4}, {users: 8}
          load.users | 4, 8
          load.users.{from,step} | 4, 8 | load.mode: ramp, load.users.step: 4
          load.rate | 10 etps, 20 etps | load.mode: paced
          load.rate.{from,step} | 10 etps, 20 etps | load.mode: ramp, load.rate.step: 10 etps
          load.backlog | 100, 200 | load.mode: paced, load.rate: 10 etps
          load.clients | 4, 8 | workload.kind: pgbench, phases: null
          load.threads | 1, 2 | workload.kind: pgbench, phases: null
          load.from | driver, vm | workload.kind: pgbench, phases: null
          load.socket | true, false | workload.kind: pgbench, phases: null, load.from: vm
          market.* | {flush: 5}, {flush: 10}
          dataMaintenance | 30s, 60s
          mix.* | elastic, tpce
          engine | {statements: batched}, {statements: plain}
          engine.access | libpq, none
          engine.odbcIni | one.ini, two.ini | engine.access: odbc
          engine.statements | batched, plain
          engine.isolation.* | {tradeResult: serializable}, {tradeResult: repeatable-read}
          database | {tradeDays: 1}, {tradeDays: 2}
          database.loadUnits.* | {A: 1, B: 1, C: 1, D: 1}, {A: 2, B: 1, C: 1, D: 1}
          database.activeLoadUnits.* | {A: 1, B: 1, C: 1, D: 1}, null
          database.tradeDays | 1, 2
          database.newsLength | 1000, 2000
          database.seed | 1, 2
          database.indexes | plain, covering
          provider.hosts.* | [{set: a1, tierA: "10.0.0.1:1", dss: "10.0.0.2:2", oltp: "10.0.0.3:3"}], [{set: a1, tierA: "10.0.0.4:1", dss: "10.0.0.5:2", oltp: "10.0.0.6:3"}]
          provider.ssh | {user: me}, {user: admin}
          provider.ssh.user | me, admin
          provider.ssh.configuration | one, two
          provider.ssh.hypervisors.* | [{host: hv1}], [{host: hv2}]
          provider.ssh.others.* | [one], [two]
          provider.postgres | {version: 15}, {version: 16}
          provider.postgres.version | 15, 16
          provider.postgres.build | /pg/one, /pg/two
          provider.postgres.packages | /pg/one, /pg/two
          provider.postgres.maven | 17.11.0, 18.6.0
          provider.postgres.repository | deb http://one/ ./, deb http://two/ ./ | provider.postgres.key: one.asc
          provider.postgres.key | one.asc, two.asc | provider.postgres.repository: deb http://one/ ./
          provider.postgres.tls | true, false
          provider.kernel | {vm.swappiness: 1}, {vm.swappiness: 10}
          provider.firewall | true, false
          provider.port | 15000, 16000
          provider.postgresBin | /usr/lib/postgresql/15/bin, /usr/lib/postgresql/16/bin
          provider.dataDirectory | /srv/one, /srv/two
          provider.dataChecksums | true, false
          provider.tablespaces | {wal: /srv/one}, {wal: /srv/two}
          provider.tablespaces.{data,index,wal} | /srv/one, /srv/two
          provider.cpus.* | {oltp: 1}, {oltp: 2}
          provider.memory.* | {oltp: 1GB}, {oltp: 2GB}
          provider.settings | {oltp: {work_mem: 4MB}}, {oltp: {work_mem: 8MB}}
          provider.settings.{dss,oltp} | {work_mem: 4MB}, {work_mem: 8MB}
          provider.sizes | {oltp: {settings: {work_mem: 4MB}}}, {oltp: {settings: {work_mem: 8MB}}}
          provider.sizes.preset.* | reference, {name: reference, groups: {A: {oltp: {vcpus: 1, memory: 1GB}}}}
          provider.sizes.{tierA,dss,oltp} | {vcpus: 1}, {vcpus: 2}
          provider.sizes.{tierA,dss,oltp}.vcpus | 1, 2
          provider.sizes.{tierA,dss,oltp}.memory | 1GB, 2GB
          provider.sizes.{tierA,dss,oltp}.cpuset | "0", "1"
          provider.sizes.{tierA,dss,oltp}.numaNode | 0, 1
          provider.sizes.{dss,tierA,oltp}.settings | {work_mem: 4MB}, {work_mem: 8MB}
          provider.sizes.groups.* | {A: {oltp: {settings: {work_mem: 4MB}}}}, {A: {oltp: {settings: {work_mem: 8MB}}}}
          provider.sizes.vms | {a1-vm3: {settings: {work_mem: 4MB}}}, {a1-vm3: {settings: {work_mem: 8MB}}}
          driver | {cpuset: "0"}, {cpuset: "1"}
          driver.workers | 1, 2 | sets: 2
          driver.cpuset | "0", "1"
          driver.numaNode | 0, 1
          driver.tls.* | {authority: a, certificate: b, key: c}, {authority: d, certificate: e, key: f}
          collect.* | {interval: 1s}, {interval: 2s}
          events.* | null, [{name: e, at: {phase: 1}, run: [id]}]
          limits | null, {await: {wal: 1ms}}
          limits.await.* | {wal: 1ms}, {wal: 2ms}
          limits.broken | warn, fail | limits.await.wal: 1ms
          disclosure.* | {sponsor: me}, {sponsor: you}
          pricing.* | null, {currency: EUR, validUntil: 2027-01-01, items: [{part: a, source: b, unitPrice: 1, quantity: 1}]}
          """;

  private static final String HOSTS =
      """
      provider:
        kind: hosts
        hosts:
          - {set: a1, tierA: "10.0.0.1:7000", dss: "10.0.0.2:5432", oltp: "10.0.0.3:5432"}
          - {set: a2, tierA: "10.0.0.1:7001", dss: "10.0.0.2:5433", oltp: "10.0.0.3:5433"}
      """;

  private static final String TOOLS =
      Path.of(System.getProperty("quartet.home"), "examples/tools").toString();

  private static final String COMMON = "name: x\nphases: [[100, 0, 0, 0], [100, 0, 0, 0]]\n";

  @TempDir Path folder;

  @Test
  void everyKeyVariesOrIsRefusedAsThePageSays() throws IOException {
    Map<String, String> bases = new LinkedHashMap<>();
    bases.put("embedded", COMMON);
    bases.put("prepared", COMMON + HOSTS + "  prepare: true\n  ssh: {user: admin}\n");
    bases.put("given", COMMON + "driver: {tls: {authority: a, certificate: b, key: c}}\n" + HOSTS);
    List<String> rows = new ArrayList<>(List.of(HEADER, "|---|---|---|---|"));
    List<String> sampled = new ArrayList<>();
    for (String line : SAMPLES.lines().toList()) {
      String[] parts = line.replace("TOOLS", TOOLS).split(" \\| ");
      List<String> row = new ArrayList<>(List.of("`" + parts[0] + "`"));
      for (Map.Entry<String, String> base : bases.entrySet()) {
        Files.writeString(folder.resolve("base.yaml"), base.getValue());
        row.add(outcome(parts));
      }
      rows.add("| " + String.join(" | ", row) + " |");
      assertThat(row).as("in no way can it vary").anyMatch(cell -> cell.endsWith("databases"));
      sampled.add(parts[0]);
    }
    List<String> missing = new ArrayList<>();
    addMissing("", Schema.benchmark().root(), sampled, missing);
    assertThat(missing).as("keys without values in this test").isEmpty();
    GoldenFile.assertTable("docs/guide/experiment-keys.md", rows);
  }

  private String outcome(String[] parts) throws IOException {
    String key = parts[0].replaceAll("\\{([^,}]*),[^}]*}", "$1").replace(".*", "");
    String set = parts.length > 2 ? "set: {" + parts[2] + "}\n" : "";
    Path file = folder.resolve("exp.yaml");
    Files.writeString(
        file, "name: exp\nbase: base.yaml\n" + set + "vary: {" + key + ": [" + parts[1] + "]}\n");
    try {
      Experiment experiment = ExperimentFile.load(file).experiment();
      return experiment.stacks().size() == 1 ? "the same databases" : "own databases";
    } catch (QuartetException e) {
      assertThat(e.getMessage())
          .as(key)
          .containsPattern("(exp|base)\\.yaml:\\d+:\\d+: cells? [12] \\(");
      return "refused";
    }
  }

  /** Names in braces stand for each of them. */
  private static boolean isSampled(String key, List<String> sampled) {
    return sampled.stream()
        .map(sample -> sample.replace(".", "\\.").replaceAll("\\{([^}]*)}", "($1)"))
        .map(sample -> sample.replace("\\.*", "(\\..*)?").replace(",", "|"))
        .anyMatch(key::matches);
  }

  private static void addMissing(
      String prefix, JsonNode parent, List<String> sampled, List<String> missing) {
    JsonNode resolved = Schema.benchmark().resolved(parent);
    resolved.path("oneOf").forEach(branch -> addMissing(prefix, branch, sampled, missing));
    resolved
        .path("properties")
        .properties()
        .forEach(
            property -> {
              String key = prefix + property.getKey();
              if (!NOT_VARIED.contains(key) && !isSampled(key, sampled)) {
                missing.add(key);
              }
              addMissing(key + ".", property.getValue(), sampled, missing);
            });
  }
}
