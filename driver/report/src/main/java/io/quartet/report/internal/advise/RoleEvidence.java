package io.quartet.report.internal.advise;

import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.PlanMoment;
import io.quartet.results.statistics.RelationStatistics;
import io.quartet.results.statistics.RelationUse;
import io.quartet.results.statistics.Samples;
import io.quartet.results.statistics.TableWrites;
import io.quartet.results.system.InstalledSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Data in the folder of a run about all databases of one role. Immutable.
 *
 * @param vms the databases, Set by Set
 * @param schema of the first database whose catalogue was recorded
 * @param uses of each index by name, all databases together
 * @param entriesByTable entries that each index of a table got, all databases together; without
 *     tables of which they are not known
 * @param lostCounts the databases whose counts are not known, each with the reason
 * @param trades completed Trade-Results of the Sets that were sampled
 * @param before plans before the run, by VM
 * @param after plans after the run, by VM
 */
record RoleEvidence(
    VmRole role,
    List<String> vms,
    InstalledSchema schema,
    Map<String, RelationUse> uses,
    Map<String, Double> entriesByTable,
    Map<String, String> lostCounts,
    long trades,
    Map<String, CapturedPlans> before,
    Map<String, CapturedPlans> after) {

  /** Tables of the kit itself, which no transaction uses. */
  private static final Set<String> OWN_TABLES = Set.of("quartet_load", "quartet_load_step");

  RoleEvidence {
    vms = List.copyOf(vms);
    uses = Collections.unmodifiableMap(uses);
    entriesByTable = Collections.unmodifiableMap(entriesByTable);
    lostCounts = Collections.unmodifiableMap(lostCounts);
    before = Collections.unmodifiableMap(before);
    after = Collections.unmodifiableMap(after);
  }

  static RoleEvidence read(
      VmRole role, RunFiles files, RunFigures figures, RelationStatistics relations) {
    ResultsFolder folder = files.folder();
    List<RelationStatistics.Database> databases =
        relations.databases().stream().filter(database -> database.role() == role).toList();
    List<String> vms = databases.stream().map(database -> database.set().vmName(role)).toList();
    Map<String, RelationUse> uses = new TreeMap<>();
    List<Map<String, Double>> entries = new ArrayList<>();
    Map<String, String> lost = new LinkedHashMap<>();
    Set<VmSet> sampled = new HashSet<>();
    for (RelationStatistics.Database database : databases) {
      String vm = database.set().vmName(role);
      sampled.add(database.set());
      database.relations().stream()
          .filter(use -> use.index().isPresent() && !isOwn(use.table()))
          .forEach(use -> uses.merge(use.index().orElseThrow(), use, RelationUse::plus));
      database.lostCounts().ifPresent(why -> lost.put(vm, why));
      entries.add(
          database.lostCounts().isPresent()
              ? Map.of()
              : TableWrites.entriesByTable(new Samples(folder, figures.interval()), vm));
    }
    return new RoleEvidence(
        role,
        vms,
        schema(files, vms),
        uses,
        sums(entries),
        lost,
        figures.counted(cell -> sampled.contains(cell.set())),
        plans(files, PlanMoment.BEFORE, vms),
        plans(files, PlanMoment.AFTER, vms));
  }

  /** Sums of the keys that all have. */
  private static Map<String, Double> sums(List<Map<String, Double>> all) {
    Map<String, Double> sums = new TreeMap<>();
    all.forEach(one -> one.forEach((key, value) -> sums.merge(key, value, Double::sum)));
    all.forEach(one -> sums.keySet().retainAll(one.keySet()));
    return sums;
  }

  private static InstalledSchema schema(RunFiles files, List<String> vms) {
    return InstalledSchema.of(
        vms.stream()
            .flatMap(vm -> files.schema(vm).orRefuse().stream())
            .findFirst()
            .orElse(List.of()));
  }

  private static Map<String, CapturedPlans> plans(
      RunFiles files, PlanMoment moment, List<String> vms) {
    Map<String, CapturedPlans> plans = new LinkedHashMap<>();
    vms.forEach(vm -> files.plans(moment, vm).orRefuse().ifPresent(found -> plans.put(vm, found)));
    return plans;
  }

  static boolean isOwn(String table) {
    return OWN_TABLES.contains(table);
  }

  /** The name of a transaction in reports, of that in a file of plans. */
  static String label(String transaction) {
    return Arrays.stream(TransactionType.values())
        .filter(type -> type.name().equals(transaction))
        .map(TransactionType::label)
        .findFirst()
        .orElse(transaction);
  }

  boolean hasIndex(String name) {
    return uses.containsKey(name)
        || schema.indexes().stream().anyMatch(index -> index.name().equals(name));
  }

  boolean hasPlans() {
    return !before.isEmpty() || !after.isEmpty();
  }
}
