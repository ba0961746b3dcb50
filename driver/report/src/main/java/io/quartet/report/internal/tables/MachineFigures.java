package io.quartet.report.internal.tables;

import static io.quartet.report.internal.figure.Column.flag;
import static io.quartet.report.internal.figure.Column.joined;
import static io.quartet.report.internal.figure.Column.label;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;

import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Rows;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.section.Statistics.DiskActivity;
import io.quartet.report.section.Statistics.MachineActivity;
import io.quartet.results.statistics.Activity;
import java.util.List;
import java.util.function.Predicate;

/** What the machines and their disks did in a phase. */
public final class MachineFigures {

  private static final String PROCESSORS = "Processors, %";
  private static final String SWAP = "Swap, MiB";
  private static final String NETWORK = "Network, MiB";

  private static final List<Column<MachineActivity>> OF_MACHINE =
      List.of(
          rounded("userPercent", MachineActivity::userPercent).under(PROCESSORS).shown("user", 1),
          rounded("systemPercent", MachineActivity::systemPercent)
              .under(PROCESSORS)
              .shown("system", 1),
          rounded("iowaitPercent", MachineActivity::iowaitPercent)
              .meaning("Idle while a disk had work to do.")
              .under(PROCESSORS)
              .shown("I/O wait", 1),
          rounded("stealPercent", MachineActivity::stealPercent)
              .meaning("Taken by the hypervisor.")
              .under(PROCESSORS)
              .shown("steal", 1),
          rounded("swappedInMib", MachineActivity::swappedInMib).under(SWAP).shown("in", 1),
          rounded("swappedOutMib", MachineActivity::swappedOutMib).under(SWAP).shown("out", 1),
          rounded("receivedMib", MachineActivity::receivedMib)
              .meaning("By all interfaces but the loopback.")
              .under(NETWORK)
              .shown("received", 1),
          rounded("sentMib", MachineActivity::sentMib).under(NETWORK).shown("sent", 1),
          rounded("loopbackMib", MachineActivity::loopbackMib)
              .meaning("Sent from the machine to itself.")
              .under(NETWORK)
              .shown("loopback", 1));

  /** In JSON, machines. */
  static final Table<MachineActivity> MACHINES =
      new Table<>(
          "",
          joined(
              List.of(
                  word("phase", MachineActivity::phase),
                  word("machine", MachineActivity::machine),
                  seconds("seconds", MachineActivity::seconds)),
              OF_MACHINE,
              List.of(flag("isIncomplete", MachineActivity::isIncomplete))));

  private static final View<MachineActivity> MACHINE_VIEW =
      new View<>(
          joined(
              List.of(
                  label("Phase", MachineActivity::phase),
                  label("Machine", MachineActivity::machine)),
              OF_MACHINE,
              List.of(Column.<MachineActivity>label("", row -> mark(row.isIncomplete())).dim())));

  private static final String OPERATIONS = "Operations per s";
  private static final String VOLUME = "MiB per s";
  private static final String AWAIT = "Await, ms";
  private static final String BY_TRADE_RESULT = "By Trade-Result";

  private static final List<Column<DiskActivity>> OF_DISK =
      List.of(
          rounded("readsPerSecond", DiskActivity::readsPerSecond)
              .under(OPERATIONS)
              .shown("reads", 1),
          rounded("writesPerSecond", DiskActivity::writesPerSecond)
              .under(OPERATIONS)
              .shown("writes", 1),
          rounded("readMibPerSecond", DiskActivity::readMibPerSecond)
              .under(VOLUME)
              .shown("read", 2),
          rounded("writtenMibPerSecond", DiskActivity::writtenMibPerSecond)
              .under(VOLUME)
              .shown("written", 2),
          rounded("readAwaitMillis", DiskActivity::readAwaitMillis).under(AWAIT).shown("read", 2),
          rounded("writeAwaitMillis", DiskActivity::writeAwaitMillis)
              .under(AWAIT)
              .shown("write", 2),
          rounded("awaitMillis", DiskActivity::awaitMillis)
              .meaning("Mean time of an operation, queue included, each counting alike.")
              .under(AWAIT)
              .shown("all", 2),
          rounded("busyPercent", DiskActivity::busyPercent).shown("Busy, %", 1).apart(),
          rounded("operationsPerTradeResult", DiskActivity::operationsPerTradeResult)
              .under(BY_TRADE_RESULT)
              .shown("operations", 1),
          rounded("mibPerTradeResult", DiskActivity::mibPerTradeResult)
              .under(BY_TRADE_RESULT)
              .shown("MiB", 3));

  /** In JSON, disks. */
  static final Table<DiskActivity> DISKS =
      new Table<>(
          "",
          joined(
              List.of(
                  word("phase", DiskActivity::phase),
                  word("machine", DiskActivity::machine),
                  word("device", DiskActivity::device),
                  seconds("seconds", DiskActivity::seconds)),
              OF_DISK,
              List.of(flag("isIncomplete", DiskActivity::isIncomplete))));

  private static final View<DiskActivity> DISK_VIEW =
      new View<>(
          joined(
              List.of(
                  label("Phase", DiskActivity::phase),
                  Column.<DiskActivity>label("Disk", row -> row.machine() + " " + row.device())),
              OF_DISK,
              List.of(Column.<DiskActivity>label("", row -> mark(row.isIncomplete())).dim())));

  private MachineFigures() {}

  private static String mark(boolean isIncomplete) {
    return isIncomplete ? "* incomplete" : "";
  }

  /** Machines in all phases together, or phase by phase. */
  public static View.Shown machines(Rows<MachineActivity> rows, boolean isWhole) {
    return MACHINE_VIEW.of(chosen(rows, row -> row.phase().equals(Activity.ALL_PHASES) == isWhole));
  }

  /** As {@link #machines}, disks. */
  public static View.Shown disks(Rows<DiskActivity> rows, boolean isWhole) {
    return DISK_VIEW.of(chosen(rows, row -> row.phase().equals(Activity.ALL_PHASES) == isWhole));
  }

  private static <R> List<R> chosen(Rows<R> rows, Predicate<R> isChosen) {
    return rows.list().stream().filter(isChosen).toList();
  }
}
