package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.Ssh;
import java.util.Comparator;
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

  /** Keys of this kind that are absent unless the file gives them. */
  static final List<String> OWN_KEYS = List.of("ssh", ADDRESSES);

  static final DocumentPath PATH = ProviderCodec.PATH.child(ADDRESSES);

  private HostsCodec() {}

  static Hosts read(Section provider) {
    return new Hosts(addresses(provider.child(ADDRESSES)), ssh(provider.child("ssh")));
  }

  private static Map<VmSet, SetHosts> addresses(Section hosts) {
    Map<VmSet, SetHosts> bySet = new LinkedHashMap<>();
    for (Section item : hosts.items()) {
      String name = item.text("set");
      SetHosts ofSet =
          new SetHosts(
              item.child("tierA").address(),
              item.child("dss").address(),
              item.child("oltp").address());
      if (bySet.put(VmSet.parse(name), ofSet) != null) {
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
        ? Optional.of(new Ssh(ssh.optional("user"), ssh.file("configuration")))
        : Optional.empty();
  }

  /**
   * Judges them.
   *
   * @param sets those of the plan: there may be more machines than it uses
   */
  static boolean check(Hosts hosts, List<VmSet> sets, Section provider) {
    checkAddresses(hosts, sets, provider.reading());
    checkThatAddressesDiffer(hosts, sets, provider.reading());
    for (String key : EmbeddedCodec.OWN_KEYS) {
      JsonNode value = provider.value().path(key);
      if (value.isValueNode() || !value.isEmpty()) {
        provider.useless(key, "provider.kind embedded", provider.at(key), ProviderCodec.KIND);
      }
    }
    return true;
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

  private static void checkThatAddressesDiffer(Hosts hosts, List<VmSet> sets, Reading reading) {
    Set<Address> seen = new HashSet<>();
    sets.stream()
        .map(hosts.addresses()::get)
        .filter(Objects::nonNull)
        .flatMap(set -> Stream.of(set.tierA(), set.dss(), set.oltp()))
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
            entry ->
                list.addObject()
                    .put("set", entry.getKey().name())
                    .put("tierA", entry.getValue().tierA().toString())
                    .put("dss", entry.getValue().dss().toString())
                    .put("oltp", entry.getValue().oltp().toString()));
    provider
        .ssh()
        .ifPresent(
            ssh -> {
              ObjectNode keys = json.putObject("ssh");
              ssh.user().ifPresent(user -> keys.put("user", user));
              ssh.configuration().ifPresent(file -> keys.put("configuration", file));
            });
    return json;
  }
}
