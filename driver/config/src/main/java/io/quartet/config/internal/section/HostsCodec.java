package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** {@code provider} of kind hosts. */
final class HostsCodec {

  static final String NAME = "hosts";
  static final String ADDRESSES = "hosts";
  private static final String OTHERS = "others";

  /** Keys of this kind that are absent unless the file gives them. */
  static final List<String> OWN_KEYS =
      Stream.concat(
              Stream.of("ssh", ADDRESSES, PreparationCodec.NAME),
              PreparationCodec.OWN_KEYS.stream())
          .toList();

  static final DocumentPath PATH = ProviderCodec.PATH.child(ADDRESSES);

  private HostsCodec() {}

  static Hosts read(Section provider, int setsPerGroup, List<VmGroup> groups) {
    return new Hosts(
        addresses(provider.child(ADDRESSES)),
        ssh(provider.child("ssh")),
        PreparationCodec.read(provider, setsPerGroup, groups));
  }

  private static Map<VmSet, SetHosts> addresses(Section hosts) {
    Map<VmSet, SetHosts> bySet = new LinkedHashMap<>();
    for (Section item : hosts.items()) {
      String name = item.text("set");
      Map<VmRole, Address> ofSet = new EnumMap<>(VmRole.class);
      for (VmRole role : VmRole.values()) {
        String key = SizesCodec.key(role);
        if (item.has(key)) {
          ofSet.put(role, item.child(key).address());
        }
      }
      if (bySet.put(VmSet.parse(name), new SetHosts(ofSet)) != null) {
        item.reading()
            .report(
                Problem.ofValue(
                    item.at("set"),
                    "WRONG_VALUE",
                    PATH + " names Set " + name + " twice. Remove one entry."));
      }
    }
    return bySet;
  }

  /** An object without keys means something, too: all is as in the account's configuration. */
  private static Optional<Ssh> ssh(Section ssh) {
    return ssh.value().isObject()
        ? Optional.of(
            new Ssh(
                ssh.optional("user"),
                ssh.file("configuration"),
                HypervisorCodec.read(ssh),
                ssh.child(OTHERS).items().stream().map(Section::host).toList()))
        : Optional.empty();
  }

  /** Judges them. There may be more machines than the Sets of the plan use. */
  static boolean check(Hosts hosts, RunPlan plan, Section provider) {
    checkAddresses(hosts, plan.sets(), provider.reading());
    checkThatRolesHaveAddresses(plan, provider);
    checkThatAddressesDiffer(hosts, plan.sets(), provider.reading());
    HypervisorCodec.check(provider.child("ssh"), plan.sets());
    List<String> useless = new ArrayList<>(EmbeddedCodec.OWN_KEYS);
    if (hosts.preparation().isPresent()) {
      useless.removeAll(PreparationCodec.SHARED_KEYS);
      PreparationCodec.check(plan, provider);
    } else {
      PreparationCodec.OWN_KEYS.stream()
          .filter(provider::has)
          .forEach(key -> useless(provider, key, "provider.prepare: true", PreparationCodec.PATH));
    }
    useless.stream()
        .filter(key -> isGiven(provider.value().path(key)))
        .forEach(key -> useless(provider, key, choice(key)));
    return true;
  }

  private static String choice(String key) {
    return PreparationCodec.SHARED_KEYS.contains(key)
        ? "provider.kind embedded and to provider.prepare: true"
        : "provider.kind embedded";
  }

  private static boolean isGiven(JsonNode value) {
    return value.isValueNode() || !value.isEmpty();
  }

  private static void useless(Section provider, String key, String choice, DocumentPath... needed) {
    List<DocumentPath> places = new ArrayList<>(List.of(provider.at(key), ProviderCodec.KIND));
    places.addAll(List.of(needed));
    provider.useless(key, choice, places.toArray(DocumentPath[]::new));
  }

  private static void checkAddresses(Hosts hosts, List<VmSet> sets, Reading reading) {
    List<String> missing =
        sets.stream().filter(set -> !hosts.addresses().containsKey(set)).map(VmSet::name).toList();
    if (!missing.isEmpty()) {
      reading.report(
          Problem.ofKey(
              ProviderCodec.PATH,
              "MORE_SETS_THAN_ADDRESSES",
              "provider.hosts has no addresses for %s of %s Sets: %s%s. Add them, or lower sets."
                  .formatted(
                      missing.size(),
                      sets.size(),
                      String.join(", ", missing.subList(0, Math.min(5, missing.size()))),
                      missing.size() > 5 ? ", ..." : "")),
          ProviderCodec.KIND,
          PATH,
          PlanDocument.SETS,
          PhasesCodec.PATH);
    }
  }

  /** A Set may lack the address of a VM that the workload does not use. */
  private static void checkThatRolesHaveAddresses(RunPlan plan, Section provider) {
    for (Section item : provider.child(ADDRESSES).items()) {
      List<String> missing =
          plan.roles().stream().map(SizesCodec::key).filter(key -> !item.given().has(key)).toList();
      if (!missing.isEmpty()) {
        item.missing(
            "in %s: an address is missing: %s. workload.kind %s needs it."
                .formatted(item.path(), String.join(", ", missing), plan.workload().label()),
            ProviderCodec.KIND,
            WorkloadCodec.KIND);
      }
    }
  }

  private static void checkThatAddressesDiffer(Hosts hosts, List<VmSet> sets, Reading reading) {
    Set<Address> seen = new HashSet<>();
    sets.stream()
        .map(hosts.addresses()::get)
        .filter(Objects::nonNull)
        .flatMap(set -> set.addresses().values().stream())
        .filter(address -> !seen.add(address))
        .findFirst()
        .ifPresent(
            address ->
                reading.report(
                    Problem.ofKey(
                        PATH,
                        "WRONG_VALUE",
                        "provider.hosts gives "
                            + address
                            + " to two VMs. Give every VM its own address."),
                    ProviderCodec.KIND,
                    PlanDocument.SETS,
                    PhasesCodec.PATH));
  }

  static ObjectNode write(Hosts provider) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("kind", NAME);
    ArrayNode list = json.putArray(ADDRESSES);
    provider.addresses().entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().order()))
        .forEach(
            entry -> {
              ObjectNode ofSet = list.addObject().put("set", entry.getKey().name());
              entry
                  .getValue()
                  .addresses()
                  .forEach((role, address) -> ofSet.put(SizesCodec.key(role), address.toString()));
            });
    provider
        .ssh()
        .ifPresent(
            ssh -> {
              ObjectNode keys = json.putObject("ssh");
              ssh.user().ifPresent(user -> keys.put("user", user));
              ssh.configuration().ifPresent(file -> keys.put("configuration", file));
              HypervisorCodec.write(ssh.hypervisors(), keys);
              if (!ssh.others().isEmpty()) {
                ArrayNode others = keys.putArray(OTHERS);
                ssh.others().forEach(others::add);
              }
            });
    provider.preparation().ifPresent(made -> PreparationCodec.write(made, json));
    return json;
  }
}
