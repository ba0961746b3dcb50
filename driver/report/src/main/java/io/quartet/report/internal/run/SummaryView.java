package io.quartet.report.internal.run;

import io.quartet.audit.Rules;
import io.quartet.model.Text;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Pricing;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.report.Headline;
import io.quartet.report.Report;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Fact;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.report.section.RunFacts;
import io.quartet.report.section.SystemUnderTest.MachineSettings;
import io.quartet.report.section.SystemUnderTest.Named;
import io.quartet.report.section.Totals;
import io.quartet.results.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The items of the executive summary. Source: docs/spec/run-rules.md, "Executive summary". An
 * official run names those that are not disclosed; other runs leave them out.
 */
public final class SummaryView {

  /** Stands for facts that only the person who ran the benchmark can disclose. */
  public static final String NOT_DISCLOSED = "not disclosed";

  private static final String NOT_RECORDED = "not recorded";
  private static final String NOT_OF_ALL = "not recorded for all databases";
  private static final int SHORT_COMMIT = 12;

  private final Report report;
  private final Headline headline;

  public SummaryView(Report report) {
    this.report = report;
    this.headline = new Headline(report);
  }

  /** Whose result this is, and what of. */
  public List<Fact> identity() {
    return Stream.concat(workload().stream(), identityOfResult().stream()).toList();
  }

  private List<Fact> identityOfResult() {
    return told(
        disclosed("Sponsor", Disclosure.Fact.SPONSOR),
        disclosed("System", Disclosure.Fact.SYSTEM),
        item("Run", report.run().runId()),
        item("Date", Format.utc(report.run().startedUtcMillis())),
        item("Kit", kit(SHORT_COMMIT)),
        item("Status", report.verdict().statement() + " (" + report.run().profile() + " profile)"),
        new Item("Attestation", attestation()));
  }

  /**
   * Scripts or kinds of transactions of a tool with their parts of the mix, and the scale of
   * pgbench.
   */
  private Optional<Fact> workload() {
    if (report.contents().isBrokerage()) {
      return Optional.empty();
    }
    Stream<String> scripts =
        report.workload().transactions().stream()
            .filter(row -> row.mixTargetPercent() != null)
            .map(row -> row.transaction() + " " + Format.figure(row.mixTargetPercent(), 1) + " %");
    Stream<String> scale =
        report.system().configuration().stream()
            .filter(fact -> fact.name().equals("workload.scale"))
            .map(fact -> "scale " + fact.value());
    String all =
        Stream.concat(scripts, scale)
            .collect(
                Collectors.joining(
                    ", ", headline.toolName().orElse(report.contents().tool()) + ": ", ""));
    return Optional.of(new Fact("Workload", all));
  }

  /** Who attests what the kit cannot test. */
  private Optional<String> attestation() {
    return report.audit().checks().stream()
        .filter(check -> check.id().equals(Rules.DEVICE_FAILURE.id()))
        .filter(check -> check.verdict() == Check.Result.PASS)
        .map(check -> check.title() + ": " + check.actual())
        .findFirst();
  }

  /** The primary metrics. */
  public List<Fact> metrics() {
    Double etps = headline.figure();
    Optional<Pricing> pricing = Optional.ofNullable(report.pricing());
    return told(
        item(
            "Throughput",
            etps == null ? headline.noFigure() : Format.figure(etps, 2) + " " + headline.unit()),
        item("Load", load()),
        item("Foreign share of the processor time", headline.foreignShare()),
        item("Throughput by processor", perProcessor()),
        new Item(
            "Price by throughput",
            pricing.map(
                priced -> report.pricePerEtps() == null ? "no throughput" : perEtps(priced))),
        new Item(
            "Total price, 3 years of maintenance",
            pricing.map(priced -> Format.money(priced.total(), priced.currency()))),
        new Item("Prices are valid until", pricing.flatMap(Pricing::validUntil)),
        disclosed("Available from", Disclosure.Fact.AVAILABLE));
  }

  /**
   * An item of the summary.
   *
   * @param text empty for what only the person who ran the benchmark can disclose, and did not
   */
  private record Item(String name, Optional<String> text) {}

  private static Item item(String name, String text) {
    return new Item(name, Optional.of(text));
  }

  private Item disclosed(String name, Disclosure.Fact fact) {
    return new Item(name, Optional.ofNullable(report.disclosure().facts().get(fact)));
  }

  private List<Fact> told(Item... items) {
    boolean isOfficial = report.run().profile().equals(ValidityProfile.OFFICIAL.label());
    return Stream.of(items)
        .filter(item -> isOfficial || item.text().isPresent())
        .map(item -> new Fact(item.name(), item.text().orElse(NOT_DISCLOSED)))
        .toList();
  }

  private String load() {
    List<String> parts =
        new ArrayList<>(
            List.of(
                report.run().offered().load() == null
                    ? NOT_RECORDED
                    : report.run().offered().load()));
    headline.requested().ifPresent(parts::add);
    headline.openOrders().ifPresent(parts::add);
    return String.join("; ", parts);
  }

  private String perProcessor() {
    Double etps = headline.inUnit(report.metric().etpsPerProcessor());
    return etps == null
        ? "not known"
        : Format.figure(etps, 1)
            + " "
            + headline.unit()
            + " by each processor that the kit and its databases got";
  }

  private String perEtps(Pricing priced) {
    return Format.money(report.pricePerEtps(), priced.currency())
        + " per "
        + report.contents().unit()
        + (report.verdict().isValid() ? "" : " (the run is INVALID)");
  }

  /** Text for a VM without a limit. */
  public String noLimit() {
    return report.run().isLocal() ? "no limit" : "its machine's";
  }

  /** The machine below the VMs, and how far its resources were given out more than once. */
  public List<Fact> machines() {
    boolean isLocal = report.run().isLocal();
    String postgres = report.system().named().postgres();
    return told(
        item(isLocal ? "Host" : "Machine of the driver", host()),
        disclosed("Server", Disclosure.Fact.SERVER),
        item("PostgreSQL", Objects.requireNonNullElse(postgres, NOT_RECORDED)),
        disclosed("Hypervisor", Disclosure.Fact.HYPERVISOR),
        new Item(
            "Limits of the VMs, processors",
            limits(report.summary().processorLimits(), isLocal, Format::plain)),
        new Item(
            "Limits of the VMs, memory",
            limits(report.summary().memoryLimits(), isLocal, Format::memory)),
        item("Databases at the end of the interval", size()),
        new Item("Storage", storage()));
  }

  /** Moments and lengths of time of the run, and what happened meanwhile. */
  public List<Fact> quantities() {
    List<MeasuredLoad.Phase> phases = report.workload().phases();
    List<Fact> loaded =
        List.of(
            new Fact("Load Units", loadUnits()),
            new Fact("Loaded history", history()),
            new Fact("Isolation of Trade-Result", report.run().isolation()));
    return Stream.of(
            interval(phases),
            report.contents().isBrokerage() ? loaded : List.<Fact>of(),
            List.of(
                new Fact("Checkpoints in the measured phases", checkpoints()),
                new Fact("Outages and recovery", outages())))
        .flatMap(List::stream)
        .toList();
  }

  private List<Fact> interval(List<MeasuredLoad.Phase> phases) {
    return List.of(
        new Fact(
            "Measured interval begins",
            phases.isEmpty() ? "never" : Format.utc(phases.get(0).startUtcMillis())),
        new Fact(
            "Measured interval ends",
            phases.isEmpty() ? "never" : Format.utc(phases.get(phases.size() - 1).endUtcMillis())),
        new Fact(
            "Measured",
            Format.seconds(report.run().measuredSeconds())
                + " in "
                + Format.counted(report.summary().phases(), "phase")
                + ", table "
                + report.run().phaseTable()),
        new Fact("Ramp-up, warm-up, ramp-down", unmeasured()),
        new Fact(
            Text.capitalized(report.contents().request()) + "s measured",
            Format.count(report.run().customerRequests())),
        new Fact("Virtual machines", Format.count(report.run().scale().virtualMachines())));
  }

  private String loadUnits() {
    RunFacts.Loaded loaded = report.run().loaded();
    String groups = String.join("/", report.run().scale().groups());
    return groups
        + ": "
        + Format.slashed(loaded.loadUnits().values())
        + (loaded.activeLoadUnits().equals(loaded.loadUnits())
            ? ""
            : "; the run uses " + Format.slashed(loaded.activeLoadUnits().values()) + " of them");
  }

  private String history() {
    RunFacts.Loaded loaded = report.run().loaded();
    return Format.counted(loaded.tradeDays(), "trade day")
        + (loaded.isShortHistory() ? ", short history" : "");
  }

  /** Results of the kit's own checks, in one sentence. */
  public String selfAudit() {
    Totals.CheckCounts checks = report.summary().checks();
    if (checks.all() == 0) {
      return "The rules of the kit were not checked in this run.";
    }
    return "Of "
        + checks.all()
        + " checks of the kit "
        + checks.passed()
        + " passed, "
        + checks.failed()
        + " failed and "
        + checks.notJudged()
        + " could not be judged.";
  }

  /** Version and commit of the kit. */
  public String kit() {
    return kit(Integer.MAX_VALUE);
  }

  private String kit(int letters) {
    Named named = report.system().named();
    String hash = named.hash();
    return Text.format(
        "Quartet %s, commit %s%s",
        Objects.requireNonNullElse(named.version(), "of unknown version"),
        hash == null ? NOT_RECORDED : hash.substring(0, Math.min(letters, hash.length())),
        named.hasChanges() ? " with changes" : "");
  }

  private String size() {
    Totals summary = report.summary();
    return summary.tableBytes() == null
        ? NOT_OF_ALL
        : Format.memory(summary.tableBytes())
            + " of tables, "
            + Format.memory(summary.indexBytes())
            + " of indexes in all";
  }

  private Optional<String> storage() {
    String storage =
        DisclosureFigures.storageInWords(report.disclosure()).stream()
            .map(part -> part.name() + ": " + part.value())
            .collect(Collectors.joining("; "));
    return Optional.of(storage).filter(text -> !text.isEmpty());
  }

  private String host() {
    List<String> parts = new ArrayList<>();
    Double processors = report.summary().hostProcessors();
    if (processors != null) {
      parts.add(Format.plain(processors) + " processors");
    }
    Optional.ofNullable(report.system().named().cpuModel()).ifPresent(parts::add);
    Long memory = report.summary().hostMemoryBytes();
    if (memory != null) {
      parts.add(memory(memory));
    }
    Optional.ofNullable(report.system().named().operatingSystem()).ifPresent(parts::add);
    return parts.isEmpty() ? NOT_RECORDED : String.join(", ", parts);
  }

  /** What the processes of the kit may use, beside what the machine has if that is more. */
  private String memory(long bytes) {
    Map<String, String> facts = report.system().found(MachineSettings::isDrivers);
    OptionalDouble limit = FactWords.memoryLimit(facts);
    return (limit.isPresent()
            ? "limited to "
                + Format.memory(limit.getAsDouble())
                + " of "
                + Format.memory(FactWords.memoryTotal(facts).getAsDouble())
            : Format.memory(bytes))
        + " of memory";
  }

  private static Optional<String> limits(
      Totals.Limits limits, boolean isLocal, Function<Double, String> text) {
    if (limits == null) {
      return isLocal ? Optional.of("none: the VMs share what the host has") : Optional.empty();
    }
    String given = text.apply(limits.sum()) + " in all";
    if (limits.limitedVms() < limits.vms()) {
      return Optional.of(given + " for " + limits.limitedVms() + " of " + limits.vms() + " VMs");
    }
    return Optional.of(
        limits.timesOfHost() == null || !isLocal
            ? given
            : given + ", overcommit ratio " + Format.figure(limits.timesOfHost(), 2) + " : 1");
  }

  private String unmeasured() {
    Named named = report.system().named();
    return Stream.of(named.rampUp(), named.warmUp(), named.rampDown())
        .map(length -> length == null ? NOT_RECORDED : length.replaceFirst("(?<=\\d)s$", " s"))
        .collect(Collectors.joining(", "));
  }

  private String checkpoints() {
    Totals summary = report.summary();
    return summary.checkpointsTimed() == null
        ? NOT_OF_ALL
        : Format.count(Math.round(summary.checkpointsTimed()))
            + " timed, "
            + Format.count(Math.round(summary.checkpointsRequested()))
            + " requested";
  }

  private String outages() {
    if (report.integrity().outages().isEmpty()) {
      return "none";
    }
    return report.integrity().outages().stream()
        .map(
            outage ->
                outage.vm()
                    + (outage.millis().isEmpty()
                        ? " did not recover"
                        : " recovered after " + Format.after(outage.millis().getAsLong())))
        .collect(Collectors.joining("; "));
  }
}
