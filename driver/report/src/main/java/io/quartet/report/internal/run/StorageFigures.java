package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Statistics.RoleActivity;
import io.quartet.report.section.Statistics.Storage;
import io.quartet.report.section.Statistics.SystemCache;
import io.quartet.results.statistics.DiskLoad;
import io.quartet.results.statistics.DiskRole;
import io.quartet.results.statistics.DiskRole.Content;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.Statistic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;

/** What the disks with data, indexes and write-ahead log did in a phase. */
public final class StorageFigures {

  private static final double BLOCKS_PER_MIB = 128;

  private static final String OPERATIONS = "Operations per s";
  private static final String VOLUME = "MiB per s";
  private static final String SIZE = "Request, KiB";
  private static final String MERGES = "Merges per s";
  private static final String AWAIT = "Await, ms";
  private static final String BY_TRADE_RESULT = "By {result}";

  /** By role. */
  public static final Table<RoleActivity> ROLES =
      new Table<>(
          "All disks with one role, over all machines. No operation counts twice. By {result}:"
              + " of all Sets.",
          List.of(
              word("phase", RoleActivity::phase).titled("Phase"),
              word("role", RoleActivity::role)
                  .meaning("What lies on the disks; all databases: the sum of the rows before.")
                  .titled("Role"),
              count("disks", RoleActivity::disks).shown("Disks", 0),
              seconds("seconds", RoleActivity::seconds),
              mean("readsPerSecond", MachineRate.READS).under(OPERATIONS).shown("reads", 1),
              mean("writesPerSecond", MachineRate.WRITES).under(OPERATIONS).shown("writes", 1),
              figure("peakOperationsPerSecond", RoleActivity::peakOperations)
                  .meaning(
                      "The most reads and writes in one second; null unless samples are taken each"
                          + " second.")
                  .under(OPERATIONS)
                  .shown("peak", 0),
              figure("peakToMean", StorageFigures::peakToMean)
                  .under(OPERATIONS)
                  .shown("peak : mean", 1),
              mean("readMibPerSecond", MachineRate.READ_MIB).under(VOLUME).shown("read", 2),
              mean("writtenMibPerSecond", MachineRate.WRITTEN_MIB)
                  .under(VOLUME)
                  .shown("written", 2),
              of("readKib", Rates::readKib).meaning("Mean size.").under(SIZE).shown("read", 1),
              of("writtenKib", Rates::writtenKib).under(SIZE).shown("write", 1),
              mean("readMergesPerSecond", MachineRate.READ_MERGES)
                  .meaning("Requests that were merged with others before the disk got them.")
                  .under(MERGES)
                  .shown("reads", 1),
              mean("writeMergesPerSecond", MachineRate.WRITE_MERGES)
                  .under(MERGES)
                  .shown("writes", 1),
              mean("queue", MachineRate.QUEUE)
                  .meaning("Requests that wait or are served, on average.")
                  .shown("Queue", 2)
                  .apart(),
              of("readAwaitMillis", Rates::readAwaitMillis).under(AWAIT).shown("read", 2),
              of("writeAwaitMillis", Rates::writeAwaitMillis).under(AWAIT).shown("write", 2),
              of("awaitMillis", Rates::awaitMillis).under(AWAIT).shown("all", 2),
              perTradeResult("operationsPerTradeResult", MachineRate.READS, MachineRate.WRITES)
                  .shown("operations", 1),
              perTradeResult("mibPerTradeResult", MachineRate.READ_MIB, MachineRate.WRITTEN_MIB)
                  .shown("MiB", 3),
              flag("isIncomplete", RoleActivity::isIncomplete)
                  .meaning(
                      "A tenth of the phase or more is without samples, or the disks of a machine"
                          + " with databases are not known.")
                  .shown("", row -> row.isIncomplete() ? "* incomplete" : "")
                  .left()
                  .dim()));

  /** Cache of the operating system. */
  public static final Table<SystemCache> CACHE =
      new Table<>(
          "Blocks that the databases read, against what the disks with tables or indexes read.",
          List.of(
              word("phase", SystemCache::phase).titled("Phase"),
              seconds("seconds", SystemCache::seconds),
              rounded("databaseMib", (SystemCache row) -> thousandths(row.databaseMib()))
                  .meaning("Blocks that PostgreSQL did not find in shared buffers.")
                  .shown("Read by PostgreSQL, MiB", 1),
              rounded("diskMib", (SystemCache row) -> thousandths(row.diskMib()))
                  .shown("Read from disks, MiB", 1),
              figure("hitPercent", SystemCache::hitPercent)
                  .meaning(
                      "Part that the cache of the operating system had. Reads of other programs, and"
                          + " reads ahead, make it smaller.")
                  .shown("Hits in the system's cache, %", 1)));

  /** In JSON. */
  public static final Table<Storage> TABLE =
      new Table<>(
          "Load of the disks by what lies on them. Empty if that is not known.",
          List.of(
              rows("roles", ROLES, Storage::roles), rows("systemCache", CACHE, Storage::cache)));

  private StorageFigures() {}

  private static Double thousandths(double value) {
    return Rounded.thousandths(OptionalDouble.of(value));
  }

  private static Column<RoleActivity> of(String key, Function<Rates, OptionalDouble> value) {
    return figure(key, row -> value.apply(row.rates()));
  }

  private static Column<RoleActivity> mean(String key, MachineRate rate) {
    return of(key, rates -> rates.mean(rate));
  }

  private static Column<RoleActivity> perTradeResult(
      String key, MachineRate reads, MachineRate writes) {
    return Column.<RoleActivity>rounded(
            key,
            row -> Rounded.quotient(row.rates().sumOfAmounts(reads, writes), row.tradeResults()))
        .under(BY_TRADE_RESULT);
  }

  private static OptionalDouble peakToMean(RoleActivity row) {
    OptionalDouble operations = row.rates().sumOfAmounts(MachineRate.READS, MachineRate.WRITES);
    return row.peakOperations().isEmpty() || operations.orElse(0) <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            row.peakOperations().getAsDouble() * row.seconds() / operations.getAsDouble());
  }

  static Storage of(ReportData data) {
    return new Storage(roles(data), cache(data));
  }

  private static List<RoleActivity> roles(ReportData data) {
    List<RoleActivity> rows = new ArrayList<>();
    boolean lacksMachines = data.diskLoad(DiskRole::isOfDatabases).isEmpty();
    boolean hasPeaks = isSampledEachSecond(data);
    for (Stretch stretch : Stretch.of(data)) {
      long tradeResults = data.figures().counted(cell -> stretch.has(cell.phase()));
      for (DiskLoad load : data.samples().diskLoads()) {
        rows.add(
            new RoleActivity(
                stretch.phase(),
                load.name(),
                load.disks(),
                stretch.seconds(),
                stretch.rates().apply(load.rates()),
                hasPeaks ? peak(load, stretch) : OptionalDouble.empty(),
                tradeResults,
                lacksMachines));
      }
    }
    return rows;
  }

  private static boolean isSampledEachSecond(ReportData data) {
    return data.plan()
        .filter(plan -> plan.schedule().collectInterval().equals(Duration.ofSeconds(1)))
        .isPresent();
  }

  private static OptionalDouble peak(DiskLoad load, Stretch stretch) {
    return stretch.spans().stream()
        .map(load::peakOperations)
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  private static List<SystemCache> cache(ReportData data) {
    Predicate<DiskRole> isRead = role -> role.holds(Content.DATA) || role.holds(Content.INDEX);
    // A part on a disk without samples would look like a hit.
    Optional<DiskLoad> disks = data.diskLoad(isRead);
    if (disks.isEmpty() || data.samples().disks().isElsewhere(isRead)) {
      return List.of();
    }
    List<SystemCache> rows = new ArrayList<>();
    for (Stretch stretch : Stretch.of(data)) {
      OptionalDouble fromDisks =
          stretch.rates().apply(disks.get().rates()).amount(MachineRate.READ_MIB);
      OptionalDouble blocks = blocksRead(data, stretch);
      if (fromDisks.isPresent() && blocks.isPresent()) {
        rows.add(
            new SystemCache(
                stretch.phase(),
                stretch.seconds(),
                blocks.getAsDouble() / BLOCKS_PER_MIB,
                fromDisks.getAsDouble()));
      }
    }
    return rows;
  }

  /** Blocks of all databases; empty unless all of them counted. */
  private static OptionalDouble blocksRead(ReportData data, Stretch stretch) {
    List<OptionalDouble> blocks =
        data.samples().statistics().vms().stream()
            .filter(vm -> vm.phase().equals(stretch.phase()))
            .filter(vm -> data.databases().contains(vm.vm().orElse("")))
            .map(vm -> vm.value(Statistic.BLOCKS_READ))
            .toList();
    return blocks.size() < data.databases().size()
            || blocks.stream().anyMatch(OptionalDouble::isEmpty)
        ? OptionalDouble.empty()
        : OptionalDouble.of(blocks.stream().mapToDouble(OptionalDouble::getAsDouble).sum());
  }
}
