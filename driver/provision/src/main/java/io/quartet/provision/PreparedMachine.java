package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.events.ClockOffset;
import java.util.List;
import java.util.Optional;

/**
 * One prepared machine, as a check found it.
 *
 * @param vm its name, that of the VM, or that of the first VM on it
 * @param kind what it is, for instance the label of a role
 * @param version version of what answered, or what the machine is; empty if nothing answered
 * @param problem what keeps a benchmark from using it; empty if nothing
 * @param remark what may blur the figures of a machine that is ready; empty if nothing
 * @param fix what to do about the problem or remark; empty if nothing
 * @param clock its clock; empty if it was not read
 */
public record PreparedMachine(
    String vm,
    String kind,
    Address address,
    String version,
    String problem,
    String remark,
    String fix,
    Optional<ClockOffset> clock) {

  /** A machine whose clock was not read. */
  public PreparedMachine(
      String vm, String kind, Address address, String version, String problem, String fix) {
    this(vm, kind, address, version, problem, "", fix, Optional.empty());
  }

  /** A VM whose clock was not read. */
  public PreparedMachine(
      String vm, VmRole role, Address address, String version, String problem, String fix) {
    this(vm, role.label(), address, version, problem, fix);
  }

  /** The same with its clock. */
  public PreparedMachine with(ClockOffset offset) {
    return new PreparedMachine(
        vm, kind, address, version, problem, remark, fix, Optional.of(offset));
  }

  /** The same with a remark, if there is one and no problem. */
  public PreparedMachine withRemark(String what, String toDo) {
    return what.isEmpty() || !isReady()
        ? this
        : new PreparedMachine(vm, kind, address, version, problem, what, toDo, clock);
  }

  /** True if a benchmark can use it. */
  public boolean isReady() {
    return problem.isEmpty();
  }

  /** Problem and fix with the place, for messages. */
  public String description() {
    return vm + " at " + address + ": " + problem + (problem.matches(".*[.?]") ? " " : ". ") + fix;
  }

  /**
   * Refuses machines that are not ready, all of them in one message.
   *
   * @throws QuartetException MACHINES_NOT_READY
   */
  public static void requireReady(RunPlan plan, List<PreparedMachine> machines) {
    List<String> problems =
        machines.stream()
            .filter(machine -> !machine.isReady())
            .map(machine -> "\n  " + machine.description())
            .toList();
    if (!problems.isEmpty()) {
      throw QuartetException.environment(
          "MACHINES_NOT_READY",
          "%s of the machines of %s are not ready:%s\nFix that, then run quartet doctor again."
              .formatted(problems.size(), plan.name(), String.join("", problems)));
    }
  }
}
