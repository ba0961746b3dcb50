package io.quartet.results.statistics;

import io.quartet.results.folder.StatsCsv;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Rates from the collectors of a machine. Each covers the time since the previous sample. */
public enum MachineRate {
  /** Percent of all processors. */
  USER(MachineSource.CPU, "user_pct"),
  /** Percent of all processors. */
  SYSTEM(MachineSource.CPU, "system_pct"),
  /** Idle while a disk had work to do, percent of all processors. */
  IOWAIT(MachineSource.CPU, "iowait_pct"),
  /** Taken by the hypervisor, percent of all processors. */
  STEAL(MachineSource.CPU, "steal_pct"),
  /** Read from swap, KiB per second. */
  SWAPPED_IN(MachineSource.MEMORY, "swap_in_kib_per_s"),
  /** Written to swap, KiB per second. */
  SWAPPED_OUT(MachineSource.MEMORY, "swap_out_kib_per_s"),
  /** Bytes per second. */
  RECEIVED(MachineSource.NETWORK, "rx_bytes_per_s"),
  /** Bytes per second. */
  SENT(MachineSource.NETWORK, "tx_bytes_per_s"),
  /** Operations per second. */
  READS(MachineSource.DISK, "reads_per_s"),
  /** Operations per second. */
  WRITES(MachineSource.DISK, "writes_per_s"),
  /** MiB per second. */
  READ_MIB(MachineSource.DISK, "read_mib_per_s"),
  /** MiB per second. */
  WRITTEN_MIB(MachineSource.DISK, "write_mib_per_s"),
  /** Milliseconds that reads took in sum, per second: so that a mean counts every read alike. */
  READ_MILLIS(MachineSource.DISK, "reads_per_s", "read_await_ms"),
  /** As {@link #READ_MILLIS}, of writes. */
  WRITE_MILLIS(MachineSource.DISK, "writes_per_s", "write_await_ms"),
  /** Percent of the time in which the disk had work to do. */
  BUSY(MachineSource.DISK, "util_pct"),
  /** Requests that wait or are served, on average. */
  QUEUE(MachineSource.DISK, "queue_size"),
  /** Reads that were merged with others before the disk got them, per second. */
  READ_MERGES(MachineSource.DISK, "read_merges_per_s"),
  /** As {@link #READ_MERGES}, of writes. */
  WRITE_MERGES(MachineSource.DISK, "write_merges_per_s"),
  /** Processor time that a guest used, milliseconds per second. */
  GUEST_USED(MachineSource.GUESTS, "cpu_ms_per_s"),
  /** Time that a guest was ready to run and had no processor, milliseconds per second. */
  GUEST_WAITED(MachineSource.GUESTS, "wait_ms_per_s"),
  /** Processors that a guest was given; may have a fraction. */
  GUEST_PROCESSORS(MachineSource.GUESTS, "processors"),
  /** Memory that a guest was promised, KiB. */
  GUEST_CONFIGURED(MachineSource.GUESTS, "configured_kib"),
  /** Memory of the host that a guest holds, KiB. */
  GUEST_RESIDENT(MachineSource.GUESTS, "resident_kib"),
  /** Memory that a guest gave back, KiB. */
  GUEST_BALLOON(MachineSource.GUESTS, "balloon_kib"),
  /** Memory of a guest that the host swapped, KiB. */
  GUEST_SWAPPED(MachineSource.GUESTS, "swapped_kib"),
  /** Bytes per second. */
  GUEST_READ(MachineSource.GUESTS, "read_bytes_per_s"),
  /** Bytes per second. */
  GUEST_WRITTEN(MachineSource.GUESTS, "write_bytes_per_s"),
  /** Bytes per second. */
  GUEST_RECEIVED(MachineSource.GUESTS, "rx_bytes_per_s"),
  /** Bytes per second. */
  GUEST_SENT(MachineSource.GUESTS, "tx_bytes_per_s");

  /** A file of a machine. */
  public enum MachineSource {
    CPU("cpu", ""),
    MEMORY("memory", ""),
    NETWORK("network", "interface"),
    DISK("disk", "device"),
    /** Only on hosts of VMs. */
    GUESTS("guests", "guest");

    private final String fileName;
    private final String keyColumn;

    MachineSource(String fileName, String keyColumn) {
      this.fileName = fileName;
      this.keyColumn = keyColumn;
    }

    /** Those that every machine has. */
    public static List<MachineSource> ofEveryMachine() {
      return List.of(CPU, MEMORY, NETWORK, DISK);
    }

    /** Name of the file, without its ending. */
    public String fileName() {
      return fileName;
    }

    /** The device or interface of a row; empty text for sources of one row per sample. */
    String key(StatsCsv.Line line) {
      return line.text(keyColumn);
    }

    List<MachineRate> rates() {
      return BY_SOURCE.get(this);
    }
  }

  private static final Map<MachineSource, List<MachineRate>> BY_SOURCE =
      Arrays.stream(values()).collect(Collectors.groupingBy(rate -> rate.source));

  private final MachineSource source;
  private final List<String> factors;

  MachineRate(MachineSource source, String... factors) {
    this.source = source;
    this.factors = List.of(factors);
  }

  /** The value of a row; empty if the machine did not tell. */
  OptionalDouble value(StatsCsv.Line line) {
    if (source == MachineSource.GUESTS && line.text("cpu_ms_per_s").isEmpty()) {
      // The first row of a guest that came back: nothing is known of the time before it.
      return OptionalDouble.empty();
    }
    double product = 1;
    for (String column : factors) {
      OptionalDouble factor = line.number(column);
      if (factor.isEmpty()) {
        return factor;
      }
      product *= factor.getAsDouble();
      if (product == 0) {
        // The time that no operation took may be empty.
        return OptionalDouble.of(0);
      }
    }
    return OptionalDouble.of(product);
  }
}
