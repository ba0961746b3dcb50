package io.quartet.report.internal;

import io.quartet.report.Report;
import io.quartet.report.Report.Fact;
import io.quartet.report.Report.Pricing;
import io.quartet.report.Report.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The items of the executive summary. Source: run-rules.md section 4.2. What nobody told is said to
 * be not disclosed, what the run did not record to be not recorded.
 */
public final class SummaryView {

  /** Stands for what only whoever ran the benchmark could have told. */
  public static final String NOT_DISCLOSED = "not disclosed";

  private static final Pattern FIGURE = Pattern.compile("[0-9]{1,18}(\\.[0-9]+)?");
  private static final String NOT_RECORDED = "not recorded";
  private static final int SHORT_COMMIT = 12;

  private final Report report;

  public SummaryView(Report report) {
    this.report = report;
  }

  /** Whose result this is, and what of. */
  public List<Fact> identity() {
    return List.of(
        new Fact("Sponsor", disclosed("sponsor")),
        new Fact("System", disclosed("system")),
        new Fact("Run", report.run().runId()),
        new Fact("Date", Format.utc(report.run().startedUtcMillis())),
        new Fact("Kit", kit(SHORT_COMMIT)),
        new Fact(
            "Status", report.verdict().statement() + " (" + report.run().profile() + " profile)"));
  }

  /** The primary metrics. */
  public List<Fact> metrics() {
    Double etps = report.metric().etps();
    Optional<Pricing> pricing = Optional.ofNullable(report.pricing());
    return List.of(
        new Fact(
            "Throughput", etps == null ? "none was measured" : Format.fixed(etps, 2) + " etps"),
        new Fact(
            "Price by throughput",
            pricing
                .map(
                    priced ->
                        priced.perEtps() == null
                            ? "no throughput"
                            : Format.money(priced.perEtps(), priced.currency()) + " per etps")
                .orElse(NOT_DISCLOSED)),
        new Fact(
            "Total price, 3 years of maintenance",
            pricing
                .map(priced -> Format.money(priced.total(), priced.currency()))
                .orElse(NOT_DISCLOSED)),
        new Fact("Available from", disclosed("available")));
  }

  /** The machine below the VMs, and how far its resources were given out more than once. */
  public List<Fact> machines() {
    boolean isEmbedded =
        fact(report.configuration(), "provider.kind").map("embedded"::equals).orElse(true);
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact(isEmbedded ? "Host" : "Machine of the driver", host()));
    facts.add(new Fact("Server", disclosed("server")));
    facts.add(
        new Fact(
            "Limits of the VMs, processors",
            limits(Vm::cpus, hostFigure("cores"), isEmbedded, sum -> Format.plain(round(sum)))));
    facts.add(
        new Fact(
            "Limits of the VMs, memory",
            limits(Vm::memoryBytes, hostFigure("memoryBytes"), isEmbedded, Format::memory)));
    facts.add(new Fact("Databases at the end of the interval", size()));
    facts.add(new Fact("Redundancy of storage", redundancy()));
    return List.copyOf(facts);
  }

  /** Moments and lengths of time of the run, and what happened meanwhile. */
  public List<Fact> quantities() {
    List<Report.Phase> phases = report.phases();
    return List.of(
        new Fact(
            "Measured interval begins",
            phases.isEmpty() ? "never" : Format.utc(phases.get(0).startUtcMillis())),
        new Fact(
            "Measured interval ends",
            phases.isEmpty() ? "never" : Format.utc(phases.get(phases.size() - 1).endUtcMillis())),
        new Fact("Ramp-up, warm-up, ramp-down", unmeasured()),
        new Fact("Checkpoints in the measured phases", checkpoints()),
        new Fact("Outages and recovery", outages()));
  }

  /** What the kit's own checks came to, in one sentence. */
  public String selfAudit() {
    if (report.audit().isEmpty()) {
      return "The rules of the kit were not checked in this run.";
    }
    return "Of "
        + report.audit().size()
        + " checks of the kit "
        + count("pass")
        + " passed, "
        + count("fail")
        + " failed and "
        + count("not judged")
        + " could not be judged.";
  }

  /** Version and commit of the kit. */
  public String kit() {
    return kit(Integer.MAX_VALUE);
  }

  private String kit(int letters) {
    String commit = fact(report.versions(), "kit commit").orElse(NOT_RECORDED);
    return "Quartet "
        + fact(report.versions(), "quartet").orElse("of unknown version")
        + ", commit "
        + (commit.equals(NOT_RECORDED)
            ? commit
            : commit.substring(0, Math.min(letters, commit.length())));
  }

  private long count(String verdict) {
    return report.audit().stream()
        .filter(check -> check.verdict().equalsIgnoreCase(verdict))
        .count();
  }

  private String disclosed(String name) {
    String value = report.disclosure().facts().get(name);
    return value == null ? NOT_DISCLOSED : value;
  }

  private String size() {
    List<Report.TableSpace> wholes =
        report.statistics().tables().stream()
            .filter(space -> space.group() == null && space.table() == null)
            .toList();
    if (wholes.isEmpty()) {
      return NOT_RECORDED;
    }
    long tables = wholes.stream().mapToLong(Report.TableSpace::tableBytes).sum();
    long indexes = wholes.stream().mapToLong(Report.TableSpace::indexBytes).sum();
    return Format.memory(tables) + " of tables, " + Format.memory(indexes) + " of indexes in all";
  }

  private String redundancy() {
    String redundancy =
        report.disclosure().storage().stream()
            .filter(devices -> devices.redundancy() != null)
            .map(devices -> devices.part() + ": " + devices.redundancy())
            .collect(Collectors.joining("; "));
    return redundancy.isEmpty() ? NOT_DISCLOSED : redundancy;
  }

  private String host() {
    List<String> parts = new ArrayList<>();
    hostFigure("cores").ifPresent(cores -> parts.add(Format.plain(cores) + " processors"));
    fact(report.host(), "cpuModel").ifPresent(parts::add);
    hostFigure("memoryBytes").ifPresent(bytes -> parts.add(Format.memory(bytes) + " of memory"));
    fact(report.host(), "system").ifPresent(parts::add);
    return parts.isEmpty() ? NOT_RECORDED : String.join(", ", parts);
  }

  private String limits(
      Function<Vm, Number> limit,
      Optional<Double> host,
      boolean isEmbedded,
      Function<Double, String> text) {
    List<Vm> vms = report.virtualMachines();
    List<Number> limits = vms.stream().map(limit).filter(Objects::nonNull).toList();
    if (limits.isEmpty()) {
      return isEmbedded ? "none: the VMs share what the host has" : NOT_DISCLOSED;
    }
    double sum = limits.stream().mapToDouble(Number::doubleValue).sum();
    String given = text.apply(sum) + " in all";
    if (limits.size() < vms.size()) {
      return given + " for " + limits.size() + " of " + vms.size() + " VMs";
    }
    return given
        + host.map(whole -> ", " + Format.fixed(sum / whole, 2) + " times what the host has")
            .orElse("");
  }

  private Optional<Double> hostFigure(String name) {
    return fact(report.host(), name)
        .filter(text -> FIGURE.matcher(text).matches())
        .map(Double::valueOf)
        .filter(figure -> figure > 0);
  }

  private String unmeasured() {
    return String.join(", ", List.of(length("rampUp"), length("warmUp"), length("rampDown")));
  }

  private String length(String segment) {
    return fact(report.configuration(), "timing." + segment).orElse(NOT_RECORDED);
  }

  private String checkpoints() {
    List<Report.Activity> groups = ActivityView.rows(report.statistics().groups(), true);
    if (groups.stream().allMatch(row -> row.checkpointsTimed() == null)) {
      return NOT_RECORDED;
    }
    double timed = groups.stream().mapToDouble(row -> orZero(row.checkpointsTimed())).sum();
    double requested = groups.stream().mapToDouble(row -> orZero(row.checkpointsRequested())).sum();
    return Format.fixed(timed, 0) + " timed, " + Format.fixed(requested, 0) + " requested";
  }

  private String outages() {
    if (report.outages().isEmpty()) {
      return "none";
    }
    return report.outages().stream()
        .map(
            outage ->
                outage.vm()
                    + (outage.seconds() == null
                        ? " did not recover"
                        : " recovered after " + Format.fixed(outage.seconds(), 1) + " s"))
        .collect(Collectors.joining("; "));
  }

  private static Optional<String> fact(List<Fact> facts, String name) {
    return facts.stream().filter(fact -> fact.name().equals(name)).map(Fact::value).findFirst();
  }

  private static double round(double value) {
    return Math.round(value * 100) / 100.0;
  }

  private static double orZero(Double value) {
    return value == null ? 0 : value;
  }
}
