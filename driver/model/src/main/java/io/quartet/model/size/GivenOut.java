package io.quartet.model.size;

import java.util.Collection;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Sum of the limits of all VMs for one resource.
 *
 * @param sum of all limits
 * @param limitedVms VMs that have a limit
 * @param vms all VMs
 */
public record GivenOut(double sum, int limitedVms, int vms) {

  /** Cores. */
  public static GivenOut processors(Collection<VmSize> vms) {
    return of(vms, VmSize::vcpus);
  }

  /** Bytes. */
  public static GivenOut memory(Collection<VmSize> vms) {
    return of(vms, GivenOut::memory);
  }

  private static OptionalDouble memory(VmSize vm) {
    return vm.memoryBytes().isPresent()
        ? OptionalDouble.of(vm.memoryBytes().getAsLong())
        : OptionalDouble.empty();
  }

  private static GivenOut of(Collection<VmSize> vms, Function<VmSize, OptionalDouble> limit) {
    double[] limits = vms.stream().map(limit).flatMapToDouble(OptionalDouble::stream).toArray();
    return new GivenOut(DoubleStream.of(limits).sum(), limits.length, vms.size());
  }

  /** True if no VM has a limit. */
  public boolean isNothing() {
    return limitedVms == 0;
  }

  /**
   * The overcommit ratio; empty unless every VM has a limit.
   *
   * @param machine what the machine has, above 0
   */
  public OptionalDouble timesOf(double machine) {
    return limitedVms < vms || isNothing()
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum / machine);
  }
}
