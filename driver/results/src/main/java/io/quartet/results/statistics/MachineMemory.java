package io.quartet.results.statistics;

import io.quartet.results.folder.StatsCsv;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Memory of a machine in the measured interval, in KiB.
 *
 * @param leastTotal the machine's memory where it had least
 * @param mostTotal the machine's memory where it had most
 * @param mostSwapped swap in use
 * @param mostSwapping read from swap and written to it, per second
 */
public record MachineMemory(
    double leastTotal, double mostTotal, double mostSwapped, double mostSwapping) {

  private static final MachineMemory NOTHING_SEEN = new MachineMemory(Double.MAX_VALUE, 0, 0, 0);

  /**
   * Reads the samples; empty if they do not tell all of the interval.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static Optional<MachineMemory> read(Samples samples, String machine) {
    Reader reader = new Reader();
    boolean isCovered =
        samples.forEach(machine, MachineRate.MachineSource.MEMORY.fileName(), reader::see);
    return isCovered && !reader.isUnknown ? Optional.of(reader.memory) : Optional.empty();
  }

  private static final class Reader {
    private MachineMemory memory = NOTHING_SEEN;
    private boolean isUnknown;

    void see(StatsCsv.Line line) {
      double total = number(line, "total_kib");
      double swapped = number(line, "swap_total_kib") - number(line, "swap_free_kib");
      double swapping = number(line, "swap_in_kib_per_s") + number(line, "swap_out_kib_per_s");
      memory =
          new MachineMemory(
              Math.min(memory.leastTotal, total),
              Math.max(memory.mostTotal, total),
              Math.max(memory.mostSwapped, swapped),
              Math.max(memory.mostSwapping, swapping));
    }

    private double number(StatsCsv.Line line, String column) {
      OptionalDouble value = line.number(column);
      isUnknown |= value.isEmpty();
      return value.orElse(0);
    }
  }
}
