package io.quartet.report.internal.advise;

import io.quartet.model.Text;
import io.quartet.report.advise.IndexAdvice;
import io.quartet.report.advise.IndexVerdict;
import io.quartet.report.internal.format.Rounded;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.statistics.RelationUse;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.InstalledSchema.Constraint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Benefit and cost of each index of the databases of one role. */
public final class IndexEarnings {

  /** Less often, an index is rarely used: only Data-Maintenance comes less than once in ten. */
  private static final double RARE_SCANS_PER_TRADE = 0.01;

  private static final double MILLION = 1e6;

  private final RoleEvidence evidence;
  private final Map<String, Map<String, Set<String>>> users;

  private IndexEarnings(RoleEvidence evidence) {
    this.evidence = evidence;
    this.users = users(evidence);
  }

  /** All indexes of a run, role by role; those used by nothing first, then by size. */
  public static List<IndexAdvice> of(RunEvidence run) {
    return run.roles().stream().flatMap(role -> new IndexEarnings(role).all().stream()).toList();
  }

  private List<IndexAdvice> all() {
    Map<String, InstalledSchema.Index> indexes = new HashMap<>();
    evidence.schema().indexes().stream()
        .filter(index -> !RoleEvidence.isOwn(index.table()))
        .forEach(index -> indexes.put(index.name(), index));
    Set<String> names = new TreeSet<>(indexes.keySet());
    names.addAll(evidence.uses().keySet());
    List<IndexAdvice> all = new ArrayList<>();
    names.forEach(name -> all.add(advice(name, Optional.ofNullable(indexes.get(name)))));
    all.sort(
        Comparator.comparingInt(IndexEarnings::order)
            .thenComparingLong(index -> index.bytes() == null ? 0L : -index.bytes())
            .thenComparing(IndexAdvice::name));
    return all;
  }

  private static int order(IndexAdvice index) {
    return switch (index.verdict()) {
      case NOTHING -> 0;
      case RARE -> 1;
      case EARNS, CONSTRAINT, UNKNOWN -> 2;
    };
  }

  private IndexAdvice advice(String name, Optional<InstalledSchema.Index> index) {
    RelationUse use = evidence.uses().get(name);
    String table = index.map(InstalledSchema.Index::table).orElseGet(() -> use.table());
    Optional<String> constraint = index.flatMap(this::constraint);
    Double scans = use == null ? null : Rounded.exactly(use.scans());
    Double scansPerTrade = use == null ? null : perTrade(use.scans());
    List<IndexAdvice.Use> usedBy = usedBy(name);
    IndexVerdict verdict = verdict(constraint.isPresent(), scans, scansPerTrade, !usedBy.isEmpty());
    return new IndexAdvice(
        evidence.role().name(),
        table,
        name,
        index.map(found -> "USING " + found.method() + " " + found.definition()).orElse(null),
        constraint.orElse(null),
        use == null || use.bytes().isEmpty() ? null : (Long) Math.round(use.bytes().getAsDouble()),
        use == null || use.growth().isEmpty() || evidence.trades() == 0
            ? null
            : (Double) Math.rint(MILLION * use.growth().getAsDouble() / evidence.trades()),
        scans,
        scansPerTrade,
        use == null ? null : Rounded.exactly(use.entriesRead()),
        use == null ? null : perTrade(use.heapFetches()),
        use == null ? null : Rounded.thousandths(use.indexOnlyPercent()),
        perTrade(written(table)),
        null,
        usedBy,
        verdict,
        reason(verdict, index, scans, scansPerTrade));
  }

  private OptionalDouble written(String table) {
    Double written = evidence.entriesByTable().get(table);
    return written == null ? OptionalDouble.empty() : OptionalDouble.of(written);
  }

  private Double perTrade(OptionalDouble amount) {
    return amount.isEmpty() || evidence.trades() == 0
        ? null
        : (Double) (Math.round(1e6 * amount.getAsDouble() / evidence.trades()) / 1e6);
  }

  private Optional<String> constraint(InstalledSchema.Index index) {
    return constraints(index.table())
        .filter(constraint -> constraint.name().equals(index.name()))
        .map(Constraint::definition)
        .filter(definition -> definition.startsWith("PRIMARY KEY"))
        .map(definition -> "primary key")
        .findFirst()
        .or(() -> index.isUnique() ? Optional.of("unique") : Optional.empty());
  }

  private Stream<Constraint> constraints(String table) {
    return evidence.schema().tables().stream()
        .filter(one -> one.name().equals(table))
        .flatMap(one -> one.constraints().stream());
  }

  private IndexVerdict verdict(
      boolean isConstraint, Double scans, Double scansPerTrade, boolean isInPlans) {
    if (scans == null) {
      return isConstraint ? IndexVerdict.CONSTRAINT : IndexVerdict.UNKNOWN;
    }
    boolean isScanned = scans > 0;
    boolean isRare = scansPerTrade != null && scansPerTrade < RARE_SCANS_PER_TRADE;
    if ((isScanned || isInPlans) && !isRare) {
      return IndexVerdict.EARNS;
    }
    if (isConstraint) {
      return IndexVerdict.CONSTRAINT;
    }
    return isScanned || isInPlans ? IndexVerdict.RARE : IndexVerdict.NOTHING;
  }

  private String reason(
      IndexVerdict verdict,
      Optional<InstalledSchema.Index> index,
      Double scans,
      Double scansPerTrade) {
    String counted =
        scans == null
            ? "Its scans are not known."
            : scansPerTrade == null
                ? Text.counted(Math.round(scans), "scan") + "."
                : Text.format(
                    "%s, %s in a trade.",
                    Text.counted(Math.round(scans), "scan"), Text.figure(scansPerTrade, 3));
    return switch (verdict) {
      case EARNS, UNKNOWN -> counted;
      case CONSTRAINT -> counted + " It belongs to a constraint, so it must stay.";
      case RARE -> counted + helped(index);
      case NOTHING ->
          counted
              + (evidence.hasPlans()
                  ? " No captured plan uses it."
                  : " The plans of this run were not captured.")
              + helped(index);
    };
  }

  /** Foreign keys that an index helps where rows of the other table are deleted. */
  private String helped(Optional<InstalledSchema.Index> index) {
    return index
        .flatMap(
            found ->
                constraints(found.table())
                    .filter(constraint -> isHelped(constraint, found))
                    .findFirst())
        .map(
            constraint ->
                " Foreign key %s uses it when rows of the other table are deleted."
                    .formatted(constraint.name()))
        .orElse("");
  }

  private static boolean isHelped(Constraint constraint, InstalledSchema.Index index) {
    List<String> columns = IndexColumns.of(constraint.definition());
    List<String> indexed = IndexColumns.of(index.definition());
    return constraint.definition().startsWith("FOREIGN KEY")
        && indexed.size() >= columns.size()
        && indexed.subList(0, columns.size()).equals(columns);
  }

  private List<IndexAdvice.Use> usedBy(String index) {
    return users.getOrDefault(index, Map.of()).entrySet().stream()
        .map(entry -> new IndexAdvice.Use(entry.getKey(), List.copyOf(entry.getValue())))
        .toList();
  }

  /** Statements by index and transaction. */
  private static Map<String, Map<String, Set<String>>> users(RoleEvidence evidence) {
    Map<String, Map<String, Set<String>>> users = new HashMap<>();
    Stream.concat(evidence.before().values().stream(), evidence.after().values().stream())
        .flatMap(plans -> plans.statements().stream())
        .forEach(
            statement ->
                indexes(statement)
                    .forEach(
                        index ->
                            users
                                .computeIfAbsent(index, any -> new TreeMap<>())
                                .computeIfAbsent(
                                    RoleEvidence.label(statement.transaction()),
                                    any -> new TreeSet<>())
                                .add(statement.name())));
    return users;
  }

  private static Stream<String> indexes(CapturedPlans.Statement statement) {
    return statement.plans().stream().flatMap(plan -> PlanNode.indexes(plan.root()).stream());
  }
}
