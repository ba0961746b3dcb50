package io.quartet.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.quartet.results.evidence.Durability;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Every figure of one run: what {@code report.json} holds and {@code report.html} and {@code
 * report.pdf} show. Immutable.
 *
 * <p>The fields are described in {@code report.schema.json}, which is shipped beside this class. A
 * figure that the results folder does not give is null; it is never guessed. Verdicts of single
 * figures are {@code pass}, {@code fail} or {@code notJudged}.
 *
 * @param schemaVersion {@link #SCHEMA_VERSION}
 * @param notice what the figures may not be compared with
 * @param machineSettings what the collectors found on the machines: processors, kernel settings,
 *     file systems and disks; the driver's first; empty without collectors
 * @param durability what became of servers that were killed on purpose; null where none were
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record Report(
    int schemaVersion,
    String notice,
    RunFacts run,
    Verdict verdict,
    Metric metric,
    Summary summary,
    List<Phase> phases,
    Ramp ramp,
    List<Cell> measuredShares,
    List<Transaction> transactions,
    List<Bookkeeping> bookkeeping,
    List<RefusedStatement> refusedStatements,
    List<Conservation> conservation,
    LittlesLaw littlesLaw,
    List<Consistency> consistency,
    List<FailedCheck> failedConsistencyChecks,
    List<Cadence> dataMaintenance,
    List<Outage> outages,
    Durability durability,
    Statistics statistics,
    List<AuditCheck> audit,
    List<String> deviations,
    List<Stage> stages,
    Build build,
    List<Vm> virtualMachines,
    List<Placement> placements,
    List<TierA> tierAs,
    List<Setting> settings,
    List<Fact> configuration,
    List<Fact> versions,
    List<Fact> host,
    List<MachineSettings> machineSettings,
    Disclosure disclosure,
    Pricing pricing) {

  /** Version of the format of {@code report.json}. */
  public static final int SCHEMA_VERSION = 1;

  /** What no figure of Quartet may be compared with. */
  public static final String NOTICE =
      "TPC-V style workload. Not a TPC result; not comparable with published TPC results.";

  /** Begins the name of the fact about each worker among {@code versions}. */
  public static final String WORKER = "worker ";

  /** Verdict of one figure. */
  public enum Judged {
    @JsonProperty("pass")
    PASS,
    @JsonProperty("fail")
    FAIL,
    @JsonProperty("notJudged")
    NOT_JUDGED
  }

  /**
   * What ran.
   *
   * @param state {@code finished}, {@code measured} (checks after it are missing), {@code aborted},
   *     {@code running} or {@code killed}
   * @param groups Groups with VMs, in their order
   * @param users most requests of the Customer Emulator under way at once
   * @param load how load was offered, in words
   * @param isPaced true if requests had intended start times
   * @param loadUnits Load Units loaded by Group with VMs
   * @param activeLoadUnits Load Units the run used by Group with VMs
   * @param isShortHistory true when the short-history rule of design.md section 5 applies
   * @param measuredSeconds length of the measured phases that have run
   */
  public record RunFacts(
      String runId,
      String name,
      String profile,
      String state,
      Long startedUtcMillis,
      Long endedUtcMillis,
      Integer setsPerGroup,
      List<String> groups,
      Integer virtualMachines,
      Integer databases,
      Integer users,
      String load,
      boolean isPaced,
      Map<String, Integer> loadUnits,
      Map<String, Integer> activeLoadUnits,
      Integer tradeDays,
      boolean isShortHistory,
      String phaseTable,
      String isolation,
      double measuredSeconds,
      Long customerRequests) {}

  /**
   * Whether the run counts.
   *
   * @param isValid false when any rule that counts for the profile was broken
   * @param statement for instance {@code valid for demo, not publishable}
   * @param reasons why it is INVALID; empty when it is valid
   * @param warnings broken rules that do not count, and files that were not complete
   */
  public record Verdict(
      boolean isValid, String statement, List<String> reasons, List<String> warnings) {}

  /**
   * The one figure.
   *
   * @param etps the one figure: {@code meanEtps}, or of a ramp that of its best step; null if there
   *     was none
   * @param meanEtps completed Trade-Results of all Groups, Sets and phases by measured second; null
   *     if there was none, which makes the run INVALID
   * @param requestedEtps trades per second that a paced load without a ramp asked for; else null
   * @param openLimitOrders limit orders that still waited for their price at the end of the run, in
   *     all databases; null if they were not counted
   * @param foreignPercent of the processor time that was used or stolen in the measured interval,
   *     the part that neither the kit nor its databases got, on the machine where it is largest;
   *     null if it is not known
   * @param etpsPerProcessor Trade-Results by measured second and processor that the kit and its
   *     databases really got on the machines with VMs; null if not known
   * @param tradeOrders committed inside the measured phases
   * @param tradeResultsPerTradeOrder below 1 while limit orders ramp up
   */
  public record Metric(
      Double etps,
      Double meanEtps,
      Double etpsPerLoadUnit,
      long tradeResults,
      long tradeOrders,
      Double tradeResultsPerTradeOrder,
      Double requestedEtps,
      Long openLimitOrders,
      Double foreignPercent,
      Double etpsPerProcessor) {}

  /**
   * Sums and counts that the headline and the executive summary show.
   *
   * @param phases measured phases that have begun
   * @param deviations from an official run
   * @param hostProcessors of the driver's machine; null if it was not recorded
   * @param hostMemoryBytes as {@code hostProcessors}
   * @param processorLimits hard limits of the VMs, in processors; null if none has one
   * @param memoryLimits the same in bytes
   * @param tableBytes of all databases at the end of the measured interval; null unless all were
   *     sampled
   * @param indexBytes as {@code tableBytes}
   * @param checkpointsTimed of all databases in the measured phases; null unless all were counted
   * @param checkpointsRequested as {@code checkpointsTimed}
   */
  public record Summary(
      int phases,
      int deviations,
      Double hostProcessors,
      Long hostMemoryBytes,
      Limits processorLimits,
      Limits memoryLimits,
      Long tableBytes,
      Long indexBytes,
      Double checkpointsTimed,
      Double checkpointsRequested,
      CheckCounts checks) {}

  /**
   * Hard limits of the VMs.
   *
   * @param sum of all limits
   * @param limitedVms VMs that have one
   * @param timesOfHost the sum by what the driver's machine has; null if some VM has no limit, or
   *     that is not known
   */
  public record Limits(double sum, int limitedVms, int vms, Double timesOfHost) {}

  /** What the kit's own checks came to. */
  public record CheckCounts(int all, int passed, int failed, int notJudged) {}

  /**
   * One phase of the elasticity table.
   *
   * @param cells one per Group with VMs, in Group order
   */
  public record Phase(
      String phase,
      long startUtcMillis,
      long endUtcMillis,
      double seconds,
      long requests,
      double requestsPerSecond,
      long tradeResults,
      Double etps,
      List<Cell> cells) {}

  /**
   * One Group in one phase, or over all of them.
   *
   * @param requests Customer Emulator requests offered, by the phase of their intended start
   * @param differencePoints percentage points between share and target
   * @param differenceRequests requests between actual and target
   * @param limitPoints largest allowed difference in percentage points
   * @param tradeResults Trade-Results completed in the phase
   * @param expectedTradeResults what the shares and the delays of the exchange let expect; never
   *     judged
   * @param targetRequestsPerSecond its share of what the whole system did in the phase
   * @param targetRatioPercent actual of target requests per second; null if the target is 0
   */
  public record Cell(
      String group,
      long requests,
      double targetPercent,
      Double sharePercent,
      Double differencePoints,
      Double differenceRequests,
      Double limitPoints,
      Judged verdict,
      long tradeResults,
      Double expectedTradeResults,
      double requestsPerSecond,
      double targetRequestsPerSecond,
      Double targetRatioPercent) {}

  /**
   * One transaction over the measured phases.
   *
   * @param committed requests that committed, by the phase of their intended start
   * @param mixPercent of the requests the Customer Emulator offered
   * @param mixTargetPercent its cards in the deck
   * @param mixDifferencePoints percentage points between mix and target
   * @param note why something is not judged
   */
  public record Transaction(
      String transaction,
      String issuer,
      String database,
      long started,
      long committed,
      long failed,
      long warnings,
      long retries,
      Double retriedPercent,
      Double roundTripsPerTransaction,
      Double mixPercent,
      Double mixTargetPercent,
      Double mixDifferencePoints,
      Judged mixVerdict,
      Double serviceMeanMillis,
      Response response,
      List<String> note) {}

  /**
   * Response time from the intended start, in milliseconds.
   *
   * @param limit of the 90th percentile
   */
  public record Response(
      Double min,
      Double mean,
      Double p50,
      Double p90,
      Double p99,
      Double max,
      Double limit,
      Judged verdict) {}

  /**
   * Bookkeeping of one transaction over some segments.
   *
   * @param scope {@code measured} or {@code notMeasured}
   * @param failures by kind, in the order of the equation
   * @param isBalanced true when both equations hold in every cell
   */
  public record Bookkeeping(
      String scope,
      String transaction,
      long offered,
      long started,
      long skipped,
      long committed,
      long rolledBackOnPurpose,
      Map<String, Long> failures,
      long inFlightAtEnd,
      boolean isBalanced) {}

  /**
   * A statement the databases refused.
   *
   * @param kind {@code retry} or {@code failure}
   */
  public record RefusedStatement(
      String kind, String transaction, String sqlState, String statement, long count) {}

  /** Trades of one Set: the driver's count and the database's. */
  public record Conservation(
      String set,
      long ordersAccepted,
      long resultsCommitted,
      long completed,
      long submitted,
      long pending,
      long canceled,
      long inFlight,
      Judged verdict) {}

  /**
   * Users kept busy, by Little's law, against the users there were; nulls if the load was paced.
   *
   * @param users users of the closed pool, the mean of the phases
   * @param busyUsers sum of the response times of the customer requests by measured second
   */
  public record LittlesLaw(
      Double users, Double busyUsers, Double residualPercent, String limit, Judged verdict) {}

  /**
   * What the phases of a ramp gave; null if the load was the same in all of them.
   *
   * @param unit of what was offered: {@code users} or {@code etps}
   * @param kneePhase the last before the first whose etps is less than 5 % above the best earlier
   *     one; null if there is no such phase
   * @param bestPhase the one with the highest etps of those that sent every request, without a
   *     failure, and met every response-time limit that could be judged; null if none did
   */
  public record Ramp(String unit, List<Step> steps, String kneePhase, String bestPhase) {}

  /**
   * One phase of a ramp.
   *
   * @param worstOfLimitPercent the largest 90th percentile of a transaction on one Set, of its
   *     limit; 0 where nothing had answers enough to tell
   * @param notJudged transactions with a limit that had answers, but on no Set enough of them
   */
  public record Step(
      String phase,
      double offered,
      double etps,
      long requests,
      long skipped,
      long failed,
      double meanResponseMillis,
      double worstOfLimitPercent,
      int notJudged,
      boolean isWithinLimits) {}

  /**
   * Consistency checks of one database.
   *
   * @param moment {@code before} or {@code after} the run
   */
  public record Consistency(String moment, String vm, int passed, int failed, long millis) {}

  /** A consistency check that failed. */
  public record FailedCheck(String moment, String vm, String check, long rows) {}

  /**
   * Data-Maintenance on the two databases of one Set, over the whole run.
   *
   * @param expected one by interval and database
   */
  public record Cadence(
      String set, double intervalSeconds, Long expected, long started, long committed) {}

  /**
   * A time in which a VM could not be reached or did not answer.
   *
   * @param kind {@code lost}: its connection failed; {@code silent}: it had requests and answered
   *     none of them
   * @param fromUtcMillis when it was lost, or gave its last answer
   * @param seconds until it answered again; null if it never did
   * @param waitingRequests requests without an answer when it was noticed
   * @param failedRequests attempts that failed by it
   */
  public record Outage(
      String vm,
      String kind,
      long fromUtcMillis,
      Double seconds,
      long waitingRequests,
      long failedRequests,
      String reason) {}

  /**
   * What the VMs did in each measured phase, by the statistics of their servers.
   *
   * @param groups phase by phase and Group by Group, at last phase {@code all}
   * @param vms phase by phase and VM by VM, at last phase {@code all}
   * @param gaps VMs for which samples are missing
   * @param notRead statistics that a database did not give
   * @param machines phase by phase and machine by machine, at last phase {@code all}
   * @param disks the same by disk
   * @param tables room of tables and indexes at the end of the measured interval
   * @param spaceForecast room that sixty business days would take
   * @param notSampled what of machines and tables was not recorded, each a sentence
   */
  public record Statistics(
      List<Activity> groups,
      List<Activity> vms,
      List<SampleGaps> gaps,
      List<NotRead> notRead,
      List<MachineActivity> machines,
      List<DiskActivity> disks,
      List<TableSpace> tables,
      SpaceForecast spaceForecast,
      List<String> notSampled) {}

  /**
   * One Group, or one VM, in one phase. Counts between two samples are shared out by time, so they
   * may have decimals.
   *
   * @param vm null for the whole Group
   * @param tradeResults completed in the phase by the Group, or by the Set of the VM
   * @param processors busy on average, of all its processes on this machine
   * @param indexOnlyPercent index entries read without a look at the table
   * @param isIncomplete true if samples are missing at the borders of the phase
   * @param hasReset true if a server's counters began anew
   */
  public record Activity(
      String phase,
      String group,
      String vm,
      double seconds,
      long tradeResults,
      Double processors,
      Double transactions,
      Double blocksRead,
      Double blockHitPercent,
      Double temporaryBytes,
      Double walBytes,
      Double checkpointsTimed,
      Double checkpointsRequested,
      Double buffersCheckpointer,
      Double buffersBackgroundWriter,
      Double buffersBackends,
      Double autovacuums,
      Double indexEntriesRead,
      Double heapFetches,
      Double indexOnlyPercent,
      PerSecond perSecond,
      PerTradeResult perTradeResult,
      boolean isIncomplete,
      boolean hasReset) {}

  /** The same by second of the phase. */
  public record PerSecond(
      Double transactions, Double blocksRead, Double indexEntriesRead, Double heapFetches) {}

  /** The same by completed Trade-Result; null if there was none. */
  public record PerTradeResult(
      Double cpuMillis,
      Double blocksRead,
      Double buffersWritten,
      Double walBytes,
      Double heapFetches) {}

  /**
   * Times without samples of one VM.
   *
   * @param source {@code database} or {@code process}; those of processes are of all VMs together
   */
  public record SampleGaps(String vm, String source, int gaps, double missedSeconds) {}

  /**
   * Statistics that some databases did not give.
   *
   * @param isDenied true if they may not be read, false if there are none
   */
  public record NotRead(String source, boolean isDenied, List<String> vms, String reason) {}

  /**
   * Settings of one machine, or of several that are alike.
   *
   * @param machines folders of their samples; {@code host} is the driver's
   * @param facts of several machines only what tells them not apart
   */
  public record MachineSettings(List<String> machines, List<Fact> facts) {}

  /**
   * One machine in one phase; percent are of all its processors.
   *
   * @param machine {@code host} is the driver's; that of the databases, too, where they are
   *     embedded; a prepared one has the name of the first VM on it
   * @param iowaitPercent idle while a disk had work to do
   * @param stealPercent taken by the hypervisor
   * @param receivedMib by all interfaces but the loopback
   * @param loopbackMib sent from the machine to itself
   * @param isIncomplete true if a tenth of the phase or more is without samples
   */
  public record MachineActivity(
      String phase,
      String machine,
      double seconds,
      Double userPercent,
      Double systemPercent,
      Double iowaitPercent,
      Double stealPercent,
      Double swappedInMib,
      Double swappedOutMib,
      Double receivedMib,
      Double sentMib,
      Double loopbackMib,
      boolean isIncomplete) {}

  /**
   * One disk in one phase.
   *
   * @param awaitMillis mean time of an operation, queue included, each counting alike
   * @param busyPercent of the time in which it had work to do
   * @param operationsPerTradeResult by Trade-Result of the Sets whose databases are on the machine;
   *     null if there are none
   * @param mibPerTradeResult as {@code operationsPerTradeResult}
   * @param isIncomplete true if a tenth of the phase or more is without samples
   */
  public record DiskActivity(
      String phase,
      String machine,
      String device,
      double seconds,
      Double readsPerSecond,
      Double writesPerSecond,
      Double readMibPerSecond,
      Double writtenMibPerSecond,
      Double readAwaitMillis,
      Double writeAwaitMillis,
      Double awaitMillis,
      Double busyPercent,
      Double operationsPerTradeResult,
      Double mibPerTradeResult,
      boolean isIncomplete) {}

  /**
   * Room of a table in the databases of a role, at the end of the measured interval.
   *
   * @param role {@code OLTP} or {@code DSS}
   * @param group null for all Groups
   * @param table null for all tables
   * @param tableBytes with TOAST and maps
   * @param indexPerTable bytes of indexes by byte of the table; null for an empty table
   * @param indexes of the table in one database
   * @param tableGrowthBytes within the measured interval; null if that is not known
   * @param tableBytesPerTradeResult growth by Trade-Result of the Groups
   */
  public record TableSpace(
      String role,
      String group,
      String table,
      long tableBytes,
      long indexBytes,
      Double indexPerTable,
      int indexes,
      Double tableGrowthBytes,
      Double indexGrowthBytes,
      Double tableBytesPerTradeResult,
      Double indexBytesPerTradeResult) {}

  /**
   * Room that sixty business days of eight hours would take, at the growth of the measured
   * interval.
   *
   * @param databases those whose growth is known
   * @param missing what is not known, each in words; nothing is judged if there is any
   */
  public record SpaceForecast(
      List<DatabaseGrowth> databases, List<FileSystem> fileSystems, List<String> missing) {}

  /**
   * Growth of one database, in whole bytes.
   *
   * @param neededBytes tables and indexes in sixty business days
   */
  public record DatabaseGrowth(
      String vm, long tableBytesPerHour, long indexBytesPerHour, long neededBytes) {}

  /**
   * A file system with tables or indexes on it.
   *
   * @param freeBytes at the end of the measured interval
   */
  public record FileSystem(
      String mount, long bytesPerHour, long neededBytes, long freeBytes, Judged verdict) {}

  /** One rule. */
  public record AuditCheck(
      String id,
      String title,
      String severity,
      String verdict,
      String actual,
      String limit,
      String evidence,
      String detail) {}

  /** Time one part of the whole benchmark took, from starting the servers to the last check. */
  public record Stage(String stage, double seconds) {}

  /**
   * How the databases were built, as their catalogues told before the run.
   *
   * @param loads one by role of database
   * @param tables by name; what both roles have alike stands once
   * @param indexes by table, as {@code tables}
   * @param rows that each table was loaded with
   * @param loadSeconds from the end of the first step of the load to that of the last, of the
   *     database that took longest; null unless it is known of all
   * @param missing what is not known, each a sentence
   */
  public record Build(
      List<DatabaseLoad> loads,
      List<BuiltTable> tables,
      List<BuiltIndex> indexes,
      List<BuiltTrigger> triggers,
      List<BuiltFunction> functions,
      List<RowCount> rows,
      Double loadSeconds,
      List<String> missing) {}

  /**
   * What the databases of one role were loaded with. Counts are of one database.
   *
   * @param vms those whose catalogue was recorded
   * @param unread those whose catalogue was not, or cannot be read
   * @param parameters of the load by name, for instance {@code trade days}
   * @param differences between the databases of the role, each a sentence
   */
  public record DatabaseLoad(
      String role,
      List<String> vms,
      List<String> unread,
      Map<String, String> parameters,
      int tables,
      int columns,
      int constraints,
      int indexes,
      List<String> differences) {}

  /**
   * A table.
   *
   * @param roles whose databases have it with these columns
   * @param columns names with their types, in the order of the names
   * @param options its storage parameters, if it has any
   */
  public record BuiltTable(
      String table,
      List<String> roles,
      List<Fact> columns,
      List<BuiltPart> options,
      List<BuiltPart> constraints) {}

  /** A part of a table, and the roles whose databases have it so. */
  public record BuiltPart(String name, String definition, List<String> roles) {}

  /**
   * An index.
   *
   * @param method for instance {@code btree}
   * @param definition its columns, and those it only includes
   */
  public record BuiltIndex(
      String table,
      String index,
      List<String> roles,
      boolean isUnique,
      String method,
      String definition) {}

  /**
   * A trigger.
   *
   * @param definition the statement that makes it
   */
  public record BuiltTrigger(List<String> roles, String definition) {}

  /**
   * A function.
   *
   * @param sourceMd5 hash of its source text
   */
  public record BuiltFunction(List<String> roles, String signature, String sourceMd5) {}

  /**
   * Rows of a table in the databases of one role and Group, all Sets together.
   *
   * @param rows as loaded, counted by the loader
   */
  public record RowCount(String role, String group, String table, long rows) {}

  /**
   * A process and where it ran.
   *
   * @param process {@code driver}, {@code worker 1} or the name of a VM
   * @param runs what it does
   * @param machine {@code driver's machine}, or the name or address of another
   * @param address where it listens, or empty
   * @param sets Sets that it serves
   */
  public record Placement(
      String process, String runs, String machine, String address, List<String> sets) {}

  /**
   * What a Tier A said that it runs; empty text for what it did not say.
   *
   * @param sessionSettings options of its sessions with the databases
   * @param streamSeeds seeds of its streams of random numbers, by name
   */
  public record TierA(
      String vm,
      String quartetVersion,
      String engineVersion,
      String programSha256,
      String sessionSettings,
      Map<String, String> streamSeeds) {}

  /**
   * One VM of the system under test.
   *
   * @param address empty for Tier A of the embedded provider
   * @param seed seed of the data of its Set
   * @param cpus hard limit of processor time in cores; null if there is none
   * @param memoryBytes hard limit of memory; null if there is none
   */
  public record Vm(
      String vm,
      String group,
      String role,
      String address,
      long loadUnits,
      String seed,
      Double cpus,
      Long memoryBytes) {}

  /**
   * A PostgreSQL setting that differs from its default.
   *
   * @param values value to the databases that have it
   */
  public record Setting(String name, String defaultValue, Map<String, String> values) {}

  /** A named fact, as recorded by the run. */
  public record Fact(String name, String value) {}

  /**
   * What whoever ran the benchmark told about the system.
   *
   * @param facts by name, in the order of {@code Disclosure.Fact}; null for what was not disclosed
   * @param storage devices of {@code data}, {@code index} and {@code wal} as far as disclosed
   * @param items further hardware and software
   */
  public record Disclosure(Map<String, String> facts, List<Devices> storage, List<Fact> items) {}

  /** Storage devices; null for what was not disclosed. */
  public record Devices(String part, String devices, String redundancy) {}

  /**
   * The priced configuration; null if there is none.
   *
   * @param perEtps total by etps; null without a measured throughput
   */
  public record Pricing(
      String currency, List<PricedItem> items, BigDecimal total, BigDecimal perEtps) {}

  /**
   * One line of the price list.
   *
   * @param extendedPrice of all of them, after the discount
   * @param maintenance of all of them, for three years
   */
  public record PricedItem(
      String part,
      String source,
      BigDecimal unitPrice,
      int quantity,
      BigDecimal discountPercent,
      BigDecimal extendedPrice,
      BigDecimal maintenance) {}
}
