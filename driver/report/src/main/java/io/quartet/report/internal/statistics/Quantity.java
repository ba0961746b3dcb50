package io.quartet.report.internal.statistics;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.report.section.Contents;
import io.quartet.results.statistics.DiskRole;
import io.quartet.results.statistics.DiskRole.Content;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Meaning of a figure that is compared.
 *
 * @param phase null for all measured phases; {@code before}, {@code during} or {@code after} and a
 *     name for an event
 * @param group null for all Groups
 * @param kind null unless it is of one kind of request
 * @param role of the VMs whose resources it is; null for all machines, and unless it is a resource
 * @param disks the disks whose resource it is; null unless it is one of disks by what lies on them
 */
public record Quantity(
    Measure measure, String phase, VmGroup group, RequestKind kind, VmRole role, Disks disks) {

  /** The headline of all Groups and phases, for instance Trade-Results per second. */
  public static final Quantity ETPS = throughput(null, null);

  private static final String OF_DATABASES = "machines of databases";

  /** Disks by what lies on them, over all machines. */
  public enum Disks {
    /** Every disk with a part of a database, each counted once. */
    OF_DATABASES("disks of databases", null),
    DATA("disks with data", Content.DATA),
    INDEX("disks with indexes", Content.INDEX),
    WAL("disks with WAL", Content.WAL);

    private final String label;
    private final Content content;

    Disks(String label, Content content) {
      this.label = label;
      this.content = content;
    }

    /** For readers. */
    public String label() {
      return label;
    }

    /** True if a disk with that role is one of them. */
    public boolean have(DiskRole role) {
      return content == null ? role.isOfDatabases() : role.holds(content);
    }

    /** True if figures of a disk with that role belong to these disks alone. */
    public boolean haveAlone(DiskRole role) {
      return content == null
          || role.contents().stream().filter(Content.OF_DATABASES::contains).count() == 1;
    }
  }

  /** The measures that are compared, in the terms of {@link Contents#words}. */
  public enum Measure {
    /** Trade-Results completed per second. */
    THROUGHPUT("{unit}", "1/s"),
    /** Mean response time. */
    MEAN("mean", "ms"),
    /** 90th percentile of the response time. */
    P90("p90", "ms"),
    /** Time of one execution of a transaction; so are the next three. */
    EXECUTION("time", "ms"),
    EXECUTION_PROCESSOR_TIME("processor time", "ms"),
    EXECUTION_BUFFERS("buffers", "blocks"),
    EXECUTION_LOG("write-ahead log", "bytes"),
    PROCESSOR_TIME("processor time", "ms/{trade}"),
    /** Processor time of the machines, that of other programs included. */
    MACHINE_TIME("processor time", "ms/{trade}", "machines, all programs"),
    DISK_OPERATIONS("disk operations", "1/{trade}", OF_DATABASES),
    DISK_VOLUME("disk reads and writes", "KiB/{trade}", OF_DATABASES),
    /** Reads and writes in the measured phases. */
    DISK_RATE("disk operations", "1/s"),
    /** As {@link #DISK_RATE}, in MiB. */
    DISK_THROUGHPUT("disk reads and writes", "MiB/s"),
    /** Mean time of a read or write, queue included. */
    DISK_AWAIT("time of a disk operation", "ms"),
    WRITE_AHEAD_LOG("write-ahead log", "bytes/{trade}"),
    /** Tables at the end of the measured interval. */
    TABLES("tables", "MiB"),
    /** Their indexes. */
    INDEXES("indexes", "MiB"),
    TABLE_GROWTH("growth of tables", "bytes/{trade}"),
    INDEX_GROWTH("growth of indexes", "bytes/{trade}"),
    /** Rows that index scans looked up in their tables. */
    HEAP_FETCHES("heap fetches", "1/{trade}");

    private final String label;
    private final String unit;
    private final String machines;

    Measure(String label, String unit) {
      this(label, unit, "");
    }

    Measure(String label, String unit, String machines) {
      this.label = label;
      this.unit = unit;
      this.machines = machines;
    }

    /** For readers. */
    public String label() {
      return label;
    }

    public String unit() {
      return unit;
    }

    /** True for what the trades cost. */
    public boolean isResource() {
      return compareTo(PROCESSOR_TIME) >= 0;
    }
  }

  public static Quantity throughput(String phase, VmGroup group) {
    return new Quantity(Measure.THROUGHPUT, phase, group, null, null, null);
  }

  /** Names of all figures that runs of these plans may have. */
  public static List<String> names(Collection<RunPlan> plans) {
    List<RequestKind> kinds =
        plans.stream().flatMap(plan -> plan.workload().kinds().stream()).distinct().toList();
    List<String> phases = plans.stream().flatMap(plan -> phases(plan).stream()).distinct().toList();
    Contents contents = plans.stream().findFirst().map(Contents::of).orElse(Contents.BROKERAGE);
    List<VmRole> roles = plans.stream().flatMap(plan -> plan.roles().stream()).distinct().toList();
    return all(kinds, phases).stream()
        .filter(one -> contents.isBrokerage() || one.role() == null || roles.contains(one.role()))
        .map(quantity -> quantity.words(contents))
        .toList();
  }

  /** Phases of a plan, with the words for its events. */
  private static List<String> phases(RunPlan plan) {
    return Stream.concat(
            plan.timeline().phases().stream().map(Segment::name),
            plan.schedule().events().stream().flatMap(event -> aroundEvent(event.name()).stream()))
        .toList();
  }

  /** What stands in place of a phase for an event: the time before, during and after it. */
  public static List<String> aroundEvent(String name) {
    return List.of("before " + name, "during " + name, "after " + name);
  }

  /**
   * A response time, or what one execution costs, in all phases.
   *
   * @param group null for all Groups
   */
  public static Quantity response(Measure measure, VmGroup group, RequestKind kind) {
    return new Quantity(measure, null, group, kind, null, null);
  }

  /**
   * A resource of all phases and Groups.
   *
   * @param role null for machines
   */
  public static Quantity resource(Measure measure, VmRole role) {
    return new Quantity(measure, null, null, null, role, null);
  }

  /** A resource of disks, of all phases and Groups. */
  public static Quantity ofDisks(Measure measure, Disks disks) {
    return new Quantity(measure, null, null, null, null, disks);
  }

  /** Every resource, in the order of a table. */
  public static List<Quantity> resources() {
    List<Quantity> resources = new ArrayList<>();
    List.of(VmRole.values()).forEach(role -> resources.add(resource(Measure.PROCESSOR_TIME, role)));
    resources.add(resource(Measure.MACHINE_TIME, null));
    resources.add(resource(Measure.DISK_OPERATIONS, null));
    resources.add(resource(Measure.DISK_VOLUME, null));
    resources.add(ofDisks(Measure.DISK_OPERATIONS, Disks.OF_DATABASES));
    resources.add(ofDisks(Measure.DISK_VOLUME, Disks.OF_DATABASES));
    for (Disks disks : Disks.values()) {
      resources.add(ofDisks(Measure.DISK_RATE, disks));
      resources.add(ofDisks(Measure.DISK_THROUGHPUT, disks));
      resources.add(ofDisks(Measure.DISK_AWAIT, disks));
    }
    VmRole.DATABASES.forEach(role -> resources.add(resource(Measure.WRITE_AHEAD_LOG, role)));
    for (VmRole role : VmRole.DATABASES) {
      resources.add(resource(Measure.TABLES, role));
      resources.add(resource(Measure.INDEXES, role));
      resources.add(resource(Measure.TABLE_GROWTH, role));
      resources.add(resource(Measure.INDEX_GROWTH, role));
      resources.add(resource(Measure.HEAP_FETCHES, role));
    }
    return List.copyOf(resources);
  }

  /**
   * Every figure of a comparison, in the order of its tables.
   *
   * @param kinds of the requests of the runs
   * @param phases with the words for events
   */
  public static List<Quantity> all(List<RequestKind> kinds, List<String> phases) {
    List<Quantity> quantities = new ArrayList<>();
    Estimates.groupsAndAll().forEach(group -> quantities.add(throughput(null, group)));
    phases.forEach(phase -> quantities.add(throughput(phase, null)));
    for (String phase : phases) {
      for (VmGroup group : VmGroup.values()) {
        quantities.add(throughput(phase, group));
      }
    }
    for (Measure measure : List.of(Measure.MEAN, Measure.P90)) {
      for (RequestKind kind : kinds) {
        for (VmGroup group : Estimates.groupsAndAll()) {
          quantities.add(response(measure, group, kind));
        }
      }
    }
    quantities.addAll(resources());
    return quantities;
  }

  /** Its name in options, for instance {@code etps 4 A} or {@code p90 Trade-Order}. */
  public String words() {
    return words(Contents.BROKERAGE);
  }

  /** The same of runs of a workload, for instance {@code tps 4 A}. */
  public String words(Contents contents) {
    boolean isRate = measure == Measure.DISK_RATE || measure == Measure.DISK_THROUGHPUT;
    return Stream.of(
            contents.words(measure.label()) + (isRate ? " per second" : ""),
            Objects.toString(kind == null ? null : kind.label(), ""),
            Objects.toString(phase, ""),
            Objects.toString(group, ""),
            owner())
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** Whose resource it is, for readers. */
  public String owner() {
    if (disks != null) {
      return disks.label();
    }
    if (role == null) {
      return measure.machines;
    }
    return role.isDatabase() ? role.name() : role.label();
  }
}
