package io.quartet.config.internal.section;

import io.quartet.config.DocumentPath;
import io.quartet.config.PinningPlace;
import io.quartet.config.PlanDocument;
import io.quartet.config.Suggestions;
import io.quartet.config.Units;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reports what a schema cannot judge in the sizes of VMs. */
final class SizesCheck {

  private final RunPlan plan;

  /** Roles of the VMs of a Set, also of databases that the engine does not use. */
  private final List<VmRole> roles;

  private final Section provider;
  private final Section sizes;

  private SizesCheck(RunPlan plan, Section provider) {
    this.plan = plan;
    this.roles =
        Stream.of(VmRole.values())
            .filter(
                role ->
                    role.isDatabase()
                        ? plan.workload().databaseRoles().contains(role)
                        : plan.workload().hasTierA())
            .toList();
    this.provider = provider;
    this.sizes = provider.child(SizesCodec.NAME);
  }

  static void run(RunPlan plan, Section provider) {
    SizesCheck check = new SizesCheck(plan, provider);
    check.checkShortForm();
    check.checkRoles(check.sizes);
    check.checkGroups();
    check.checkVms();
    check.checkCpusets();
  }

  /** Settings of the short form, and properties that are given in both forms. */
  private void checkShortForm() {
    for (VmRole role : VmRole.values()) {
      String key = SizesCodec.key(role);
      Section size = sizes.child(key);
      Section settings = provider.child(SizesCodec.SETTINGS).child(key);
      refuseWithoutVm(provider.child(SizesCodec.CPUS).child(key), role);
      refuseWithoutVm(provider.child(SizesCodec.MEMORY).child(key), role);
      refuseWithoutVm(settings, role);
      SettingsRules.check(settings);
      refuseBoth(size, SizesCodec.VCPUS, provider.child(SizesCodec.CPUS), key);
      refuseBoth(size, SizesCodec.MEMORY, provider.child(SizesCodec.MEMORY), key);
      settings
          .value()
          .fieldNames()
          .forEachRemaining(
              name -> refuseBoth(size.child(SizesCodec.SETTINGS), name, settings, name));
    }
  }

  private static void refuseBoth(Section size, String key, Section shortForm, String shortKey) {
    if (size.has(key) && shortForm.has(shortKey)) {
      size.wrongKey(
          size.at(key),
          " is given as " + shortForm.at(shortKey) + " too. Leave one of them out.",
          shortForm.at(shortKey));
    }
  }

  private void checkRoles(Section ofRoles) {
    for (VmRole role : VmRole.values()) {
      Section size = ofRoles.child(SizesCodec.key(role));
      refuseWithoutVm(size, role);
      checkSettings(size, role);
    }
  }

  private void refuseWithoutVm(Section size, VmRole role) {
    if (!roles.contains(role) && !size.given().isMissingNode()) {
      size.wrongKey(
          size.path(),
          " is for a VM that workload.kind %s does not have. Remove it."
              .formatted(plan.workload().label()),
          WorkloadCodec.KIND);
    }
  }

  private static void checkSettings(Section size, VmRole role) {
    Section settings = size.child(SizesCodec.SETTINGS);
    if (role.isDatabase()) {
      SettingsRules.check(settings);
    } else if (!settings.value().isMissingNode()) {
      size.wrongKey(settings.path(), " is for a Tier A, which has no database. Remove it.");
    }
  }

  private void checkGroups() {
    Section groups = sizes.child(SizesCodec.GROUPS);
    for (Section group : fields(groups)) {
      String name = last(group);
      if (!plan.groups().contains(VmGroup.valueOf(name))) {
        group.wrongKey(
            group.path(),
            (": Group %s has no VMs, because no phase gives it load. Groups with VMs: %s. Remove"
                    + " this key.")
                .formatted(
                    name,
                    plan.groups().stream().map(VmGroup::name).collect(Collectors.joining(", "))),
            PhasesCodec.PATH,
            ClientLoadCodec.PATH);
      }
      checkRoles(group);
    }
  }

  private void checkVms() {
    List<String> known =
        plan.sets().stream().flatMap(set -> roles.stream().map(set::vmName)).toList();
    for (Section vm : fields(sizes.child(SizesCodec.VMS))) {
      String name = last(vm);
      if (known.contains(name)) {
        checkSettings(vm, VmRole.of(name).orElseThrow());
      } else {
        vm.wrongKey(
            vm.path(),
            " is not a VM of this benchmark. "
                + Suggestions.nearest(name, known)
                    .map(nearest -> "Did you mean '" + nearest + "'?")
                    .orElse(
                        "Its VMs are %s to %s."
                            .formatted(known.get(0), known.get(known.size() - 1))),
            PlanDocument.SETS,
            PhasesCodec.PATH,
            ClientLoadCodec.PATH);
      }
    }
  }

  /** A limit above the processors of the VM could never hold, and reports would show it. */
  private void checkCpusets() {
    if (!(plan.provider() instanceof Embedded embedded)) {
      return; // VMs on separate machines have neither.
    }
    Set<DocumentPath> reported = new HashSet<>();
    Sizes all = embedded.sizes();
    for (VmSet set : plan.sets()) {
      for (VmRole role : roles) {
        VmSize size = all.of(set, role);
        int processors = size.pinning().cpuset().map(CpuSet::size).orElse(Integer.MAX_VALUE);
        DocumentPath place = PinningPlace.of(all, set, role).cpuset();
        if (size.vcpus().orElse(0) > processors && reported.add(place)) {
          sizes.wrong(
              place,
              " has fewer processors (%d) than %s has vcpus (%s). Give more processors, or lower vcpus."
                  .formatted(processors, set.vmName(role), number(size.vcpus().orElseThrow())));
        }
      }
    }
  }

  private static String number(double vcpus) {
    return Units.plain(BigDecimal.valueOf(vcpus)).toPlainString();
  }

  private static List<Section> fields(Section object) {
    List<Section> fields = new ArrayList<>();
    object.value().fieldNames().forEachRemaining(key -> fields.add(object.child(key)));
    return fields;
  }

  private static String last(Section section) {
    List<String> parts = section.path().parts();
    return parts.get(parts.size() - 1);
  }
}
