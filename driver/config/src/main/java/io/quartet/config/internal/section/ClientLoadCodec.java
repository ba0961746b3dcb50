package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Units;
import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.Provider;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code load} of a tool: clients for each database and phase, and perhaps a rate. */
final class ClientLoadCodec {

  private static final String CLIENTS = "clients";

  static final DocumentPath PATH = LoadCodec.PATH.child(CLIENTS);

  private static final String THREADS = "threads";
  private static final String RATE = "rate";
  private static final String FROM = "from";
  private static final String VM = "vm";
  private static final String SOCKET = "socket";

  /**
   * Each has its own channel; an OpenSSH server takes ten in a connection unless told otherwise.
   */
  private static final int MOST_THREADS_THERE = 8;

  private static final DocumentPath PHASE = DocumentPath.ROOT.child("timing").child("phase");

  private ClientLoadCodec() {}

  /**
   * Reads it.
   *
   * @param sets Sets of each Group that has clients
   * @param lengths lengths of phases that the document gives, at least 1
   */
  static ClientLoad read(Section load, int sets, int lengths) {
    Section clients = load.child(CLIENTS);
    SortedMap<VmSet, List<Integer>> bySet = clients(clients, sets, lengths);
    return new ClientLoad(bySet, rate(load), load.integer(THREADS), origin(load));
  }

  private static Origin origin(Section load) {
    boolean hasSocket = load.value().path(SOCKET).asBoolean();
    if (load.text(FROM).equals(VM)) {
      return hasSocket ? Origin.VM_SOCKET : Origin.VM;
    }
    if (hasSocket) {
      load.wrong(
          load.at(SOCKET),
          " is true, but the tool is not on the VM. Set load.from to vm, or leave it out.",
          load.at(FROM));
    }
    return Origin.DRIVER;
  }

  /** Judges where the tool runs. */
  static void check(ClientLoad clients, Provider provider, Section load) {
    if (clients.origin() == Origin.DRIVER || provider.isLocal()) {
      return;
    }
    if (provider.isGiven()) {
      load.wrong(
          load.at(FROM),
          " is vm, but Quartet starts nothing on machines that you prepared. Choose driver, or let"
              + " Quartet prepare them with provider.prepare.",
          ProviderCodec.KIND,
          PreparationCodec.PATH);
    } else if (clients.threads() > MOST_THREADS_THERE) {
      load.wrong(
          load.at(THREADS),
          " is %d, but with load.from vm and provider.kind hosts it can be %d at most."
                  .formatted(clients.threads(), MOST_THREADS_THERE)
              + " Lower it.",
          load.at(FROM),
          ProviderCodec.KIND);
    }
  }

  private static SortedMap<VmSet, List<Integer>> clients(Section clients, int sets, int lengths) {
    if (!clients.value().isObject()) {
      return all(sets, clients.value().asInt(), lengths);
    }
    int phases = phases(clients, lengths);
    SortedMap<VmSet, List<Integer>> bySet = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    boolean isSound = true;
    // Shorter keys first: a Set overrides its Group, and a VM its Set.
    List<Map.Entry<String, JsonNode>> entries = new ArrayList<>(clients.value().properties());
    entries.sort(Comparator.comparingInt(entry -> entry.getKey().length()));
    for (Map.Entry<String, JsonNode> entry : entries) {
      List<VmSet> named = named(entry.getKey(), sets);
      isSound &= isSound(clients, entry, named, sets, phases);
      named.forEach(set -> bySet.put(set, counts(entry.getValue(), phases)));
    }
    return isSound && areAllAtWork(clients, bySet, sets, phases) ? bySet : all(sets, 1, phases);
  }

  private static SortedMap<VmSet, List<Integer>> all(int sets, int count, int phases) {
    SortedMap<VmSet, List<Integer>> bySet = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    of(VmGroup.A, sets).forEach(set -> bySet.put(set, Collections.nCopies(phases, count)));
    return bySet;
  }

  private static Stream<VmSet> of(VmGroup group, int sets) {
    return IntStream.rangeClosed(1, sets).mapToObj(number -> new VmSet(group, number));
  }

  /** The longest list decides. */
  private static int phases(Section clients, int lengths) {
    int longest = lengths;
    for (JsonNode counts : clients.value()) {
      longest = Math.max(longest, counts.size());
    }
    return longest;
  }

  /** Sets that a key names; none if it names none. */
  private static List<VmSet> named(String key, int sets) {
    return Stream.of(VmGroup.values())
        .flatMap(group -> of(group, sets))
        .filter(
            set -> List.of(set.group().name(), set.name(), set.vmName(VmRole.OLTP)).contains(key))
        .toList();
  }

  private static List<Integer> counts(JsonNode value, int phases) {
    return value.isArray()
        ? IntStream.range(0, phases).mapToObj(phase -> value.path(phase).asInt()).toList()
        : Collections.nCopies(phases, value.asInt());
  }

  private static boolean isSound(
      Section clients, Map.Entry<String, JsonNode> entry, List<VmSet> named, int sets, int phases) {
    DocumentPath place = clients.at(entry.getKey());
    if (named.isEmpty()) {
      clients.wrongKey(
          place,
          Text.format(
              " is no Group (A to D), Set or VM with a database of this file, which has %s for each"
                  + " Group. Write A, a1 or a1-vm3.",
              Text.counted(sets, "Set")),
          PlanDocument.SETS);
      return false;
    }
    int given = entry.getValue().size();
    if (entry.getValue().isArray() && given != phases) {
      clients.wrong(
          place,
          Text.format(
              " has %s, but the run has %s. Give one number for all, or one for each phase.",
              Text.counted(given, "number"), Text.counted(phases, "phase")),
          PHASE);
      return false;
    }
    return true;
  }

  /** Every phase needs a client, and every Set of a Group that is named. */
  private static boolean areAllAtWork(
      Section clients, Map<VmSet, List<Integer>> bySet, int sets, int phases) {
    for (int phase = 0; phase < phases; phase++) {
      int index = phase;
      if (bySet.values().stream().allMatch(counts -> counts.get(index) == 0)) {
        clients.wrong(
            clients.path(),
            " gives phase " + (phase + 1) + " no client. Give at least one database a client.");
        return false;
      }
    }
    Optional<VmSet> idle =
        bySet.keySet().stream()
            .map(VmSet::group)
            .distinct()
            .flatMap(group -> of(group, sets))
            .filter(set -> bySet.getOrDefault(set, List.of()).stream().allMatch(n -> n == 0))
            .findFirst();
    idle.ifPresent(
        set ->
            clients.wrong(
                clients.path(),
                " gives "
                    + set.name()
                    + " no client. Give each Set of Group "
                    + set.group()
                    + " a client, leave the Group out, or lower sets.",
                PlanDocument.SETS));
    return idle.isEmpty();
  }

  private static OptionalDouble rate(Section load) {
    String mode = load.text("mode");
    if (mode.equals("ramp")) {
      load.wrong(
          LoadCodec.MODE,
          " is ramp, which needs workload.kind brokerage. Choose closed or paced.",
          WorkloadCodec.KIND);
    } else if (mode.equals("closed")) {
      if (load.has(RATE)) {
        load.useless(RATE, "load.mode paced", LoadCodec.MODE);
      }
    } else if (!load.has(RATE)) {
      load.missing(
          "in load: 'rate' is missing. With load.mode paced, give the transactions per second for"
              + " each database, for instance 500 tps.",
          LoadCodec.MODE,
          load.at(RATE));
    } else if (load.value().get(RATE).isObject()) {
      load.wrong(
          load.at(RATE),
          " rises, which needs workload.kind brokerage. Give a single value.",
          WorkloadCodec.KIND);
    } else {
      return OptionalDouble.of(LoadCodec.rate(load, load.value().get(RATE), Units.TPS));
    }
    return OptionalDouble.empty();
  }

  static ObjectNode write(ClientLoad load) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("mode", load.ratePerSecond().isPresent() ? "paced" : "closed");
    load.ratePerSecond().ifPresent(rate -> json.put(RATE, Units.rateText(rate, Units.TPS)));
    ObjectNode clients = json.putObject(CLIENTS);
    load.clients()
        .forEach(
            (set, counts) -> {
              ArrayNode list = clients.putArray(set.name());
              counts.forEach(list::add);
            });
    json.put(THREADS, load.threads());
    if (load.origin() != Origin.DRIVER) {
      json.put(FROM, VM).put(SOCKET, load.origin() == Origin.VM_SOCKET);
    }
    return json;
  }
}
