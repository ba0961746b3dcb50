package io.quartet.report.section;

import io.quartet.results.statistics.Guests.Guest;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.Span.Phased;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What hosts of VMs gave to their guests.
 *
 * @param guests phase by phase and guest by guest, at last phase {@code all}; none without samples
 *     of a host
 * @param hosts the same by host
 */
public record GuestStatistics(List<GuestActivity> guests, List<HostActivity> hosts) {

  public GuestStatistics {
    guests = List.copyOf(guests);
    hosts = List.copyOf(hosts);
  }

  /** One guest in one phase. */
  public record GuestActivity(String phase, String host, Guest guest, double seconds, Rates rates)
      implements Phased {

    /** Processors that it kept busy. */
    public OptionalDouble used() {
      return perSecond(rates, MachineRate.GUEST_USED);
    }

    /** Processors that it was ready to use, but did not get. */
    public OptionalDouble waited() {
      return perSecond(rates, MachineRate.GUEST_WAITED);
    }

    /** Part of the processor time that it was ready to use and did not get, percent. */
    public OptionalDouble waitedPercent() {
      OptionalDouble used = used();
      OptionalDouble waited = waited();
      if (used.isEmpty() || waited.isEmpty()) {
        return OptionalDouble.empty();
      }
      double ready = used.getAsDouble() + waited.getAsDouble();
      return OptionalDouble.of(ready == 0 ? 0 : 100 * waited.getAsDouble() / ready);
    }

    /** True if a tenth of the phase or more is without samples. */
    public boolean isIncomplete() {
      return rates.isIncomplete(MachineRate.GUEST_USED);
    }

    private static OptionalDouble perSecond(Rates rates, MachineRate millis) {
      OptionalDouble mean = rates.mean(millis);
      return mean.isEmpty() ? mean : OptionalDouble.of(mean.getAsDouble() / 1e3);
    }
  }

  /**
   * One host in one phase.
   *
   * @param processors that it has; 0 if not known
   * @param memoryKib that it has; 0 if not known
   * @param busy processors in use by anything
   * @param guests in that phase
   */
  public record HostActivity(
      String phase,
      String host,
      double seconds,
      int processors,
      long memoryKib,
      OptionalDouble busy,
      List<GuestActivity> guests)
      implements Phased {

    public HostActivity {
      guests = List.copyOf(guests);
    }

    /** Sum over the guests of which it is known; empty without any. */
    public OptionalDouble sum(MachineRate rate) {
      return guests.stream()
          .map(guest -> guest.rates().mean(rate))
          .flatMapToDouble(OptionalDouble::stream)
          .reduce(Double::sum);
    }

    /** Guests without a limit of processors or of memory, which no sum of promises holds. */
    public long unlimited() {
      return guests.stream()
          .filter(guest -> !guest.rates().mean(MachineRate.GUEST_USED).isEmpty())
          .filter(
              guest ->
                  guest.rates().mean(MachineRate.GUEST_PROCESSORS).isEmpty()
                      || guest.rates().mean(MachineRate.GUEST_CONFIGURED).isEmpty())
          .count();
    }

    /** Processors that its guests kept busy; empty if that of no guest is known. */
    public OptionalDouble used() {
      return sumOf(true, true, true);
    }

    /** As {@link #used}, of neighbours. */
    public OptionalDouble usedByNeighbours() {
      return sumOf(false, false, true);
    }

    /** As {@link #used}, of the controller. */
    public OptionalDouble usedByController() {
      return sumOf(false, true, false);
    }

    private OptionalDouble sumOf(boolean vms, boolean controller, boolean neighbours) {
      return guests.stream()
          .filter(
              one ->
                  one.guest().machine().isPresent()
                      ? vms
                      : one.guest().isController() ? controller : neighbours)
          .map(GuestActivity::used)
          .flatMapToDouble(OptionalDouble::stream)
          .reduce(Double::sum);
    }
  }
}
