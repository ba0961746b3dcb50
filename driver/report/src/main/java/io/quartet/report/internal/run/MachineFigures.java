package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.figure;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.model.VmSet;
import io.quartet.model.size.Bytes;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Statistics.DiskActivity;
import io.quartet.report.section.Statistics.MachineActivity;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics.Machine;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SampledRates;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

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
  private static final String BY_TRADE_RESULT = "By Trade-Result";

  /** Disks. */
  public static final Table<DiskActivity> DISKS =
      new Table<>(
          "By Trade-Result: of the Sets whose databases are on the machine, null if there are none.",
          List.of(
              word("phase", DiskActivity::phase).titled("Phase"),
              word("machine", DiskActivity::machine),
              word("device", DiskActivity::device)
                  .shown("Disk", row -> row.machine() + " " + row.device()),
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

  /**
   * A measured phase, or all of them.
   *
   * @param rates those in it
   */
  private record Stretch(String phase, double seconds, Function<SampledRates, Rates> rates) {

    /** The phases, and at last all together; none without a phase. */
    static List<Stretch> of(ReportData data) {
      List<Span> phases = Span.measured(data.books().cells());
      List<Stretch> all = new ArrayList<>();
      for (Span phase : phases) {
        int index = all.size();
        all.add(new Stretch(phase.name(), phase.seconds(), sampled -> sampled.phases().get(index)));
      }
      if (!all.isEmpty()) {
        double seconds = phases.stream().mapToDouble(Span::seconds).sum();
        all.add(new Stretch(Activity.ALL_PHASES, seconds, SampledRates::allPhases));
      }
      return all;
    }

    MachineActivity of(Machine machine) {
      return new MachineActivity(
          phase,
          machine.name(),
          seconds,
          Rates.sum(rates(machine, MachineSource.CPU, any -> true)),
          Rates.sum(rates(machine, MachineSource.MEMORY, any -> true)),
          rates(machine, MachineSource.NETWORK, name -> !name.equals(LOOPBACK)),
          Rates.sum(rates(machine, MachineSource.NETWORK, LOOPBACK::equals)));
    }

    private List<Rates> rates(Machine machine, MachineSource source, Predicate<String> isChosen) {
      return machine.of(source).entrySet().stream()
          .filter(entry -> isChosen.test(entry.getKey()))
          .map(Map.Entry::getValue)
          .map(rates)
          .toList();
    }
  }

  static List<MachineActivity> machines(ReportData data) {
    return data.samples().machines().machines().stream()
        .flatMap(machine -> Stretch.of(data).stream().map(stretch -> stretch.of(machine)))
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
                  long results = tradeResults(data, sets, one.phase());
                  rows.add(
                      new DiskActivity(
                          one.phase(), machine.name(), device, one.seconds(), rates, results));
                }
              });
    }
    return rows;
  }

  private static long tradeResults(ReportData data, Set<VmSet> sets, String phase) {
    return data.figures()
        .measuredTradeResults(
            cell ->
                sets.contains(cell.set())
                    && (phase.equals(Activity.ALL_PHASES) || cell.phase().equals(phase)));
  }
}
