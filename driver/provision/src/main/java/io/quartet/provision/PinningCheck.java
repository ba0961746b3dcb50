package io.quartet.provision;

import io.quartet.config.DocumentPath;
import io.quartet.config.PinningPlace;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Topology;
import io.quartet.model.size.VmSize;
import io.quartet.provision.internal.ControlGroups;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares {@code cpuset} and {@code numaNode} of a plan with this machine. */
public final class PinningCheck {

  static final String CODE = "PINNING_NOT_POSSIBLE";

  /** What may be used here; empty if nothing can be bound. */
  private final Optional<Topology> topology;

  /** How control groups are used here. */
  private final String isolation;

  /** By place, because several VMs share the value of a role. */
  private final Map<DocumentPath, Problem> problems = new LinkedHashMap<>();

  private PinningCheck(Optional<Topology> topology, String isolation) {
    this.topology = topology;
    this.isolation = isolation;
  }

  /** True if a plan binds the driver or a VM. */
  public static boolean isOf(RunPlan plan) {
    return plan.driver().pinning().isPresent()
        || plan.sizes().values().stream().anyMatch(size -> size.pinning().isPresent());
  }

  /** What this machine cannot do, one problem for each value; empty if it can do all. */
  public static List<Problem> problems(RunPlan plan) {
    ControlGroups groups = ControlGroups.detect(plan.name());
    return problems(plan, groups.ofDriver().map(any -> Topology.detect()), groups.description());
  }

  /**
   * The same for any machine.
   *
   * @param topology what may be used there; empty if nothing can be bound
   * @param isolation how control groups are used there
   */
  static List<Problem> problems(RunPlan plan, Optional<Topology> topology, String isolation) {
    PinningCheck check = new PinningCheck(topology, isolation);
    check.check(
        "the driver", VmSize.NONE.withPinning(plan.driver().pinning()), PinningPlace.ofDriver());
    if (plan.provider() instanceof Embedded embedded) {
      for (VmSet set : plan.sets()) {
        for (VmRole role : plan.roles()) {
          check.check(
              set.vmName(role),
              embedded.size(set, role),
              PinningPlace.of(embedded.sizes(), set, role));
        }
      }
    }
    return List.copyOf(check.problems.values());
  }

  /**
   * Makes sure that this machine can bind what the plan binds.
   *
   * @throws QuartetException PINNING_NOT_POSSIBLE
   */
  public static void require(RunPlan plan) {
    if (isOf(plan)) {
      List<Problem> problems = problems(plan);
      if (!problems.isEmpty()) {
        throw QuartetException.environment(
            CODE, Text.first(problems.stream().map(Problem::text).toList()));
      }
    }
  }

  private void check(String who, VmSize size, PinningPlace place) {
    Pinning pinning = size.pinning();
    if (topology.isEmpty()) {
      pinning.cpuset().ifPresent(cpuset -> noGroups(place.cpuset()));
      pinning.numaNode().ifPresent(node -> noGroups(place.numaNode()));
      return;
    }
    CpuSet usable = topology.get().processors();
    pinning
        .cpuset()
        .filter(cpuset -> !cpuset.notIn(usable).isEmpty())
        .ifPresent(
            cpuset ->
                wrong(
                    place.cpuset(),
                    " is %s, but this process may only use %s. Name some of these."
                        .formatted(cpuset, named("processor", usable))));
    pinning.numaNode().ifPresent(node -> checkNode(node, who, size, place));
  }

  private void noGroups(DocumentPath place) {
    wrong(
        place,
        (" is given, but this account cannot make control groups that bind processes (isolation"
                + " here: %s). Run as root on a machine with the controller cpuset, or leave the key"
                + " out.")
            .formatted(isolation));
  }

  private void checkNode(int node, String who, VmSize size, PinningPlace place) {
    CpuSet ofNode = topology.orElseThrow().nodes().get(node);
    Optional<CpuSet> cpuset = size.pinning().cpuset();
    if (ofNode == null) {
      wrong(
          place.numaNode(),
          " is %d, but this process may only use %s. Name one of these."
              .formatted(node, named("NUMA node", topology.orElseThrow().nodeNumbers())));
    } else if (ofNode.isEmpty()) {
      wrong(
          place.numaNode(),
          " is %d, but this process may use no processor of that NUMA node. Name another node."
              .formatted(node));
    } else if (cpuset.filter(given -> !given.notIn(ofNode).isEmpty()).isPresent()) {
      wrong(
          place.cpuset(),
          (" is %s, but NUMA node %d, which gives %s its memory, only has %s. Name some of these, or"
                  + " another node.")
              .formatted(cpuset.get(), node, who, named("processor", ofNode)));
    } else if (cpuset.isEmpty() && size.vcpus().orElse(0) > ofNode.size()) {
      wrong(
          place.numaNode(),
          " is %d, a node with %s, but %s has more vcpus. Lower them, or leave this key out."
              .formatted(node, Text.counted(ofNode.size(), "processor"), who));
    }
  }

  /** For instance {@code processors 0-3}. */
  private static String named(String thing, CpuSet numbers) {
    return thing + (numbers.size() == 1 ? " " : "s ") + numbers;
  }

  private void wrong(DocumentPath place, String text) {
    problems.putIfAbsent(place, Problem.ofValue(place, Kind.ENVIRONMENT, CODE, place + text));
  }
}
