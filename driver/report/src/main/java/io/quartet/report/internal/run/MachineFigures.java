package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.model.VmSet;
import io.quartet.model.size.Bytes;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Statistics.DiskActivity;
import io.quartet.report.section.Statistics.MachineActivity;
import io.quartet.results.statistics.DiskContents;
import io.quartet.results.statistics.DiskRole;
import io.quartet.results.statistics.DiskRole.Content;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics.Machine;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.Span.Phased;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the machines and their disks did in a phase. */
public final class MachineFigures {

  private static final String LOOPBACK = "lo";

  private static final String PROCESSORS = "Processors, %";
  private static final String SWAP = "Swap, MiB";
  private static final String NETWORK = "Network, MiB";

  /** Machines. */
  public static final Table<MachineActivity> MACHINES =
      new Table<>(
          "Percent are of all processors, amounts of the whole phase.",
          List.of(
              word("phase", MachineActivity::phase).titled("Phase"),
              word("machine", MachineActivity::machine)
                  .meaning(
                      "The driver's is host, which embedded databases share; a prepared one has the"
                          + " name of the first VM on it.")
                  .titled("Machine"),
              seconds("seconds", MachineActivity::seconds),
              processors("userPercent", MachineRate.USER).shown("user", 1),
              processors("systemPercent", MachineRate.SYSTEM).shown("system", 1),
              processors("iowaitPercent", MachineRate.IOWAIT)
                  .meaning("Idle while a disk had work to do.")
                  .shown("I/O wait", 1),
              processors("stealPercent", MachineRate.STEAL)
                  .meaning("Taken by the hypervisor.")
                  .shown("steal", 1),
              swapped("swappedInMib", MachineRate.SWAPPED_IN).shown("in", 1),
              swapped("swappedOutMib", MachineRate.SWAPPED_OUT).shown("out", 1),
              network("receivedMib", row -> sum(row.interfaces(), MachineRate.RECEIVED))
                  .meaning("By all interfaces but the loopback.")
                  .shown("received", 1),
              network("sentMib", row -> sum(row.interfaces(), MachineRate.SENT)).shown("sent", 1),
              network("loopbackMib", row -> row.loopback().amount(MachineRate.SENT))
                  .meaning("Sent from the machine to itself.")
                  .shown("loopback", 1),
              incomplete(MachineActivity::isIncomplete)));

  private static final String OPERATIONS = "Operations per s";
  private static final String VOLUME = "MiB per s";
  private static final String AWAIT = "Await, ms";
  private static final String BY_TRADE_RESULT = "By {result}";

  /** Disks. */
  public static final Table<DiskActivity> DISKS =
      new Table<>(
          "By {result}: of the Sets whose databases are on the machine, null if there are none.",
          List.of(
              word("phase", DiskActivity::phase).titled("Phase"),
              word("machine", DiskActivity::machine),
              word("device", DiskActivity::device).shown("Disk", MachineFigures::diskName),
              words("contents", (DiskActivity row) -> contents(row.holds().role()))
                  .meaning("What lies on the disk; empty if that is not known.")
                  .shown("Holds", row -> held(row.holds()))
                  .left(),
              words("databases", (DiskActivity row) -> row.holds().vms())
                  .meaning("VMs of which a part of the database lies there."),
              words("countedWith", (DiskActivity row) -> row.holds().countedWith())
                  .meaning("Disks above or below it, whose figures by role have its operations."),
              seconds("seconds", DiskActivity::seconds),
              disk("readsPerSecond", MachineRate.READS).under(OPERATIONS).shown("reads", 1),
              disk("writesPerSecond", MachineRate.WRITES).under(OPERATIONS).shown("writes", 1),
              disk("readMibPerSecond", MachineRate.READ_MIB).under(VOLUME).shown("read", 2),
              disk("writtenMibPerSecond", MachineRate.WRITTEN_MIB)
                  .under(VOLUME)
                  .shown("written", 2),
              await("readAwaitMillis", Rates::readAwaitMillis).shown("read", 2),
              await("writeAwaitMillis", Rates::writeAwaitMillis).shown("write", 2),
              await("awaitMillis", Rates::awaitMillis)
                  .meaning("Mean time of an operation, queue included, each counting alike.")
                  .shown("all", 2),
              disk("busyPercent", MachineRate.BUSY).shown("Busy, %", 1).apart(),
              perTradeResult("operationsPerTradeResult", MachineRate.READS, MachineRate.WRITES)
                  .shown("operations", 1),
              perTradeResult("mibPerTradeResult", MachineRate.READ_MIB, MachineRate.WRITTEN_MIB)
                  .shown("MiB", 3),
              incomplete(DiskActivity::isIncomplete)));

  private MachineFigures() {}

  private static String held(DiskContents.Disk disk) {
    return disk.words().isEmpty() ? "–" : disk.words();
  }

  private static List<String> contents(DiskRole role) {
    return role.contents().stream().map(Content::label).toList();
  }

  private static Column<MachineActivity> processors(String key, MachineRate rate) {
    return Column.<MachineActivity>figure(key, row -> row.processors().mean(rate))
        .under(PROCESSORS);
  }

  private static Column<MachineActivity> swapped(String key, MachineRate rate) {
    return Column.<MachineActivity>rounded(
            key, row -> Rounded.quotient(row.memory().amount(rate), Bytes.MIB / Bytes.KIB))
        .under(SWAP);
  }

  private static Column<MachineActivity> network(
      String key, Function<MachineActivity, OptionalDouble> bytes) {
    return Column.<MachineActivity>rounded(
            key, row -> Rounded.quotient(bytes.apply(row), Bytes.MIB))
        .under(NETWORK);
  }

  /** Empty if no interface has samples. */
  private static OptionalDouble sum(List<Rates> interfaces, MachineRate rate) {
    return interfaces.stream()
        .map(each -> each.amount(rate))
        .flatMapToDouble(OptionalDouble::stream)
        .reduce(Double::sum);
  }

  private static Column<DiskActivity> disk(String key, MachineRate rate) {
    return figure(key, row -> row.rates().mean(rate));
  }

  private static Column<DiskActivity> await(String key, Function<Rates, OptionalDouble> millis) {
    return Column.<DiskActivity>figure(key, row -> millis.apply(row.rates())).under(AWAIT);
  }

  private static Column<DiskActivity> perTradeResult(
      String key, MachineRate reads, MachineRate writes) {
    return Column.<DiskActivity>rounded(
            key,
            row -> Rounded.quotient(row.rates().sumOfAmounts(reads, writes), row.tradeResults()))
        .under(BY_TRADE_RESULT);
  }

  private static <R> Column<R> incomplete(Predicate<R> isIncomplete) {
    return Column.<R>flag("isIncomplete", isIncomplete::test)
        .meaning("A tenth of the phase or more is without samples.")
        .shown("", row -> isIncomplete.test(row) ? "* incomplete" : "")
        .left()
        .dim();
  }

  private static MachineActivity of(Machine machine, Stretch stretch) {
    return new MachineActivity(
        stretch.phase(),
        machine.name(),
        stretch.seconds(),
        Rates.sum(rates(machine, stretch, MachineSource.CPU, any -> true)),
        Rates.sum(rates(machine, stretch, MachineSource.MEMORY, any -> true)),
        rates(machine, stretch, MachineSource.NETWORK, name -> !name.equals(LOOPBACK)),
        Rates.sum(rates(machine, stretch, MachineSource.NETWORK, LOOPBACK::equals)));
  }

  private static List<Rates> rates(
      Machine machine, Stretch stretch, MachineSource source, Predicate<String> isChosen) {
    return machine.of(source).entrySet().stream()
        .filter(entry -> isChosen.test(entry.getKey()))
        .map(Map.Entry::getValue)
        .map(stretch.rates())
        .toList();
  }

  static List<MachineActivity> machines(ReportData data) {
    return data.samples().machines().machines().stream()
        .flatMap(machine -> Stretch.of(data).stream().map(stretch -> of(machine, stretch)))
        .toList();
  }

  static List<DiskActivity> disks(ReportData data) {
    List<DiskActivity> rows = new ArrayList<>();
    for (Machine machine : data.samples().machines().machines()) {
      Set<VmSet> sets = data.setsOn(machine.name());
      machine
          .of(MachineSource.DISK)
          .forEach(
              (device, sampled) -> {
                for (Stretch one : Stretch.of(data)) {
                  Rates rates = one.rates().apply(sampled);
                  rows.add(
                      new DiskActivity(
                          one.phase(),
                          machine.name(),
                          device,
                          data.samples().disks().of(machine.name(), device),
                          one.seconds(),
                          rates,
                          tradeResults(data, sets, one)));
                }
              });
    }
    return rows;
  }

  /**
   * Without disks that hold nothing known and did nothing, and those that another machine shows.
   */
  public static List<DiskActivity> shown(List<DiskActivity> disks) {
    Predicate<DiskActivity> isOfInterest =
        row ->
            row.holds().countedOn().isEmpty()
                && (!row.holds().role().contents().isEmpty()
                    || row.rates().mean(MachineRate.READS).orElse(0) > 0
                    || row.rates().mean(MachineRate.WRITES).orElse(0) > 0);
    Set<String> names =
        Phased.chosen(disks, true).stream()
            .filter(isOfInterest)
            .map(MachineFigures::diskName)
            .collect(Collectors.toSet());
    return disks.stream().filter(row -> names.contains(diskName(row))).toList();
  }

  private static String diskName(DiskActivity row) {
    return row.machine() + " " + row.device();
  }

  private static long tradeResults(ReportData data, Set<VmSet> sets, Stretch stretch) {
    return data.figures().counted(cell -> sets.contains(cell.set()) && stretch.has(cell.phase()));
  }
}
