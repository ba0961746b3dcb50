package io.quartet.report.section;

import io.quartet.results.statistics.Guests.Guest;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.Span.Phased;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

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
      return perSecond(rates.mean(MachineRate.GUEST_USED));
    }

    /** Processors that it was ready to use, but did not get. */
    public OptionalDouble waited() {
      return perSecond(rates.mean(MachineRate.GUEST_WAITED));
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
  }

  private static OptionalDouble perSecond(OptionalDouble millisPerSecond) {
    return millisPerSecond.isEmpty()
        ? millisPerSecond
        : OptionalDouble.of(millisPerSecond.getAsDouble() / 1e3);
  }

  /**
   * One host in one phase. In sums over its guests, time without samples of a guest counts as 0.
   *
   * @param processors that it has; 0 if not known
   * @param memoryKib that it has; 0 if not known
   * @param busy processors in use by anything
   * @param controller guest or program that is its storage software; empty if the file names none
   * @param controllerProgram processors that the controller kept busy if it is a program; known
   *     only over all phases
   * @param missing guests that the benchmark file names and of which there is no sample
   * @param guests in that phase
   */
  public record HostActivity(
      String phase,
      String host,
      double seconds,
      int processors,
      long memoryKib,
      OptionalDouble busy,
      Optional<String> controller,
      OptionalDouble controllerProgram,
      List<String> missing,
      List<GuestActivity> guests)
      implements Phased {

    public HostActivity {
      missing = List.copyOf(missing);
      guests = List.copyOf(guests);
    }

    /** Sum over the guests of which it is known; empty without any. */
    public OptionalDouble sum(MachineRate rate) {
      return sum(rate, guest -> true);
    }

    private OptionalDouble sum(MachineRate rate, Predicate<Guest> isChosen) {
      return guests.stream()
          .filter(one -> isChosen.test(one.guest()))
          .map(GuestActivity::rates)
          .filter(rates -> rates.mean(rate).isPresent())
          .mapToDouble(rates -> rates.meanOfAll(rate))
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
      return perSecond(sum(MachineRate.GUEST_USED));
    }

    /** As {@link #used}, of neighbours. */
    public OptionalDouble usedByNeighbours() {
      return perSecond(sum(MachineRate.GUEST_USED, guest -> !guest.isOfPlan()));
    }

    /** As {@link #used}, of the controller, which may be a program instead of a guest. */
    public OptionalDouble usedByController() {
      return hasControllerGuest()
          ? perSecond(sum(MachineRate.GUEST_USED, Guest::isController))
          : controllerProgram;
    }

    private boolean hasControllerGuest() {
      return guests.stream().map(GuestActivity::guest).anyMatch(Guest::isController);
    }

    /** True if no guest has the name of the controller, and no program is known to have it. */
    public boolean lacksController() {
      return controller.isPresent() && !hasControllerGuest() && controllerProgram.isEmpty();
    }
  }
}
