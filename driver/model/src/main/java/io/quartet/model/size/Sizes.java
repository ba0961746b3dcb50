package io.quartet.model.size;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.util.Map;
import java.util.Optional;

/**
 * The sizes that a benchmark file gives the VMs, in layers. VMs win over Groups, Groups over roles,
 * roles over the preset; each property and each setting by itself. No entry means no size.
 *
 * @param preset sizes for every Group
 * @param shortForm {@code provider.cpus}, {@code memory} and {@code settings} by role; no property
 *     of a role is both here and in {@code roles}
 * @param roles {@code provider.sizes} by role
 * @param groups {@code provider.sizes.groups}
 * @param vms {@code provider.sizes.vms}, by the name of the VM
 */
public record Sizes(
    Optional<Preset> preset,
    Map<VmRole, VmSize> shortForm,
    Map<VmRole, VmSize> roles,
    Map<VmGroup, Map<VmRole, VmSize>> groups,
    Map<String, VmSize> vms) {

  /** No VM has a limit or settings. */
  public static final Sizes NONE =
      new Sizes(Optional.empty(), Map.of(), Map.of(), Map.of(), Map.of());

  public Sizes {
    shortForm = Map.copyOf(shortForm);
    roles = Map.copyOf(roles);
    groups = Map.copyOf(groups);
    vms = Map.copyOf(vms);
  }

  /**
   * Named sizes, as they came out on the machine where the benchmark file was read.
   *
   * @param groups limits of each VM of a Group
   */
  public record Preset(String name, Map<VmGroup, Map<VmRole, VmSize>> groups) {

    public Preset {
      groups = Map.copyOf(groups);
    }
  }

  /** Without a preset. */
  public static Sizes ofRoles(Map<VmRole, VmSize> roles) {
    return new Sizes(Optional.empty(), Map.of(), roles, Map.of(), Map.of());
  }

  /** The size of a VM. */
  public VmSize of(VmSet set, VmRole role) {
    return vms.getOrDefault(set.vmName(role), VmSize.NONE)
        .over(ofGroup(groups, set, role))
        .over(roles.getOrDefault(role, VmSize.NONE))
        .over(shortForm.getOrDefault(role, VmSize.NONE))
        .over(ofGroup(preset.map(Preset::groups).orElse(Map.of()), set, role));
  }

  private static VmSize ofGroup(Map<VmGroup, Map<VmRole, VmSize>> sizes, VmSet set, VmRole role) {
    return sizes.getOrDefault(set.group(), Map.of()).getOrDefault(role, VmSize.NONE);
  }
}
