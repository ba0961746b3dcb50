package io.quartet.results.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.DiskRole.Content;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.VmFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What lies on the disks of the machines: from the folders of the databases, the mounts, and the
 * disks on which each mount lies. Immutable.
 *
 * <p>LVM, RAID, encryption and loop devices put disks on disks, and {@code disk.csv} counts an
 * operation on each of them. Figures by role count it once: on the disk that is mounted. Where that
 * would count an operation of a database twice, because a disk below is mounted itself, only the
 * lower one counts, with the roles of both.
 *
 * @param byMachine by folder of the machine in {@code stats/} and by device; disks without a known
 *     use are left out, as are all disks of machines whose facts do not tell what is mounted where
 * @param elsewhere parts of databases that lie on no known disk
 */
public record DiskContents(Map<String, Map<String, Disk>> byMachine, List<Elsewhere> elsewhere) {

  /** Where nothing is known. */
  public static final DiskContents UNKNOWN = new DiskContents(Map.of(), List.of());

  /** More names than these would make a sentence unreadable. */
  private static final int MOST_NAMES = 3;

  private static final List<String> NETWORK =
      List.of("nfs", "cifs", "smb", "ceph", "fuse.", "9p", "virtiofs", "lustre", "beegfs");

  public DiskContents {
    byMachine = Map.copyOf(byMachine);
    elsewhere = List.copyOf(elsewhere);
  }

  /**
   * One disk.
   *
   * @param role what lies on it, also by way of disks above it
   * @param vms databases of which a part lies there
   * @param countedWith disks whose figures count its operations; empty if its own count
   * @param countedOn the machine with the same kernel on which the disk counts; empty if it is this
   *     one
   */
  public record Disk(
      DiskRole role, List<String> vms, List<String> countedWith, Optional<String> countedOn) {

    static final Disk UNKNOWN = new Disk(DiskRole.NONE, List.of(), List.of(), Optional.empty());

    public Disk {
      vms = List.copyOf(vms);
      countedWith = List.copyOf(countedWith);
    }

    /** The same disk as another machine sees it, with what lies on it for both. */
    private Disk with(Disk other) {
      Set<Content> contents = new TreeSet<>(role.contents());
      contents.addAll(other.role.contents());
      Set<String> both = new TreeSet<>(vms);
      both.addAll(other.vms);
      return new Disk(new DiskRole(contents), List.copyOf(both), countedWith, countedOn);
    }

    private Disk countedOn(String machine) {
      return new Disk(role, vms, countedWith, Optional.of(machine));
    }

    /** False if figures by role leave it out, because they have its operations already. */
    public boolean isCounted() {
      return countedWith.isEmpty() && countedOn.isEmpty() && !role.contents().isEmpty();
    }

    /** For readers: its role, and with which disks it is counted; empty text if not known. */
    public String words() {
      return role.label()
          + (countedWith.isEmpty() ? "" : "; counted with " + String.join(", ", countedWith))
          + countedOn.map(machine -> "; counted on " + machine).orElse("");
    }
  }

  /**
   * Parts of databases that lie on no known disk of a machine.
   *
   * @param role the parts
   * @param vms their databases
   * @param place where the file system is mounted; empty if facts do not show it
   * @param kind of the file system, for readers; empty without a place
   * @param source what is mounted there from a network; may be empty
   */
  public record Elsewhere(
      DiskRole role, Set<String> vms, String machine, String place, String kind, String source) {

    public Elsewhere {
      vms = Set.copyOf(vms);
    }

    private List<String> cause() {
      return List.of(role.label(), place, kind);
    }

    /** Says it of machines with the same cause. */
    private static String sentence(List<Elsewhere> same) {
      Elsewhere first = same.get(0);
      boolean isOne = same.size() == 1;
      String machines = isOne ? "machine " + first.machine : Text.counted(same.size(), "machine");
      Set<String> vms = new TreeSet<>();
      same.forEach(part -> vms.addAll(part.vms));
      String databases =
          vms.size() <= MOST_NAMES ? String.join(", ", vms) : Text.counted(vms.size(), "database");
      return first.place.isEmpty()
          ? Text.format(
              "No disk of %s is known to hold %s of %s: %s does not show the folder.",
              machines,
              first.role.label(),
              databases,
              isOne ? "stats/" + first.machine + "/facts.json" : "facts.json of each")
          : Text.format(
              "The figures of disks do not include %s of %s: on %s, %s is %s%s.",
              first.role.label(),
              databases,
              machines,
              first.place,
              first.kind,
              isOne && !first.source.isEmpty() ? " (" + first.source + ")" : "");
    }
  }

  /** Says to readers which of these parts lie on no known disk, once for each cause. */
  public List<String> elsewhereInWords(Predicate<DiskRole> isIncluded) {
    Map<List<String>, List<Elsewhere>> byCause = new LinkedHashMap<>();
    elsewhere.stream()
        .filter(part -> isIncluded.test(part.role))
        .forEach(
            part -> byCause.computeIfAbsent(part.cause(), cause -> new ArrayList<>()).add(part));
    return byCause.values().stream().map(Elsewhere::sentence).toList();
  }

  /** True if a part of a database that a figure has to include lies on no known disk. */
  public boolean isElsewhere(Predicate<DiskRole> isIncluded) {
    return elsewhere.stream().map(Elsewhere::role).anyMatch(isIncluded);
  }

  /** Machines whose disk of that name counts on this machine. */
  Set<String> seenOn(String machine, String device) {
    return byMachine.keySet().stream()
        .filter(other -> of(other, device).countedOn().equals(Optional.of(machine)))
        .collect(Collectors.toSet());
  }

  /** A disk; one whose use is not known has no role. */
  public Disk of(String machine, String device) {
    return byMachine.getOrDefault(machine, Map.of()).getOrDefault(device, Disk.UNKNOWN);
  }

  /**
   * Reads the facts of the machines.
   *
   * @param vms as {@code run.json} has them
   * @param guests show which machines are containers of one host
   * @throws QuartetException RESULTS_UNREADABLE if facts or settings are damaged
   */
  public static DiskContents read(
      ResultsFolder folder, RunPlan plan, List<VmFacts> vms, Guests guests) {
    Map<String, Map<String, Disk>> byMachine = new TreeMap<>();
    Map<String, String> kernels = new TreeMap<>();
    List<Elsewhere> elsewhere = new ArrayList<>();
    Map<String, VmMachine> withVms = new TreeMap<>();
    VmMachine.of(plan).forEach(machine -> withVms.put(machine.name(), machine));
    RunFiles files = new RunFiles(folder);
    files
        .machineFacts()
        .orRefuse()
        .orElse(Map.of())
        .forEach(
            (name, content) ->
                content
                    .orRefuse()
                    .filter(facts -> facts.path("mounts").findValue("disks") != null)
                    .ifPresent(
                        facts -> {
                          Places places = new Places(folder, plan, vms, facts);
                          MachineDisks disks = new MachineDisks(name, facts);
                          Optional.ofNullable(withVms.get(name))
                              .map(VmMachine::databases)
                              .orElse(List.of())
                              .forEach(vm -> disks.add(vm, places.of(vm)));
                          byMachine.put(name, disks.disks());
                          RunFiles.kernel(facts).ifPresent(id -> kernels.put(name, id));
                          elsewhere.addAll(disks.elsewhere());
                        }));
    // systemd-nspawn hides the id.
    guests
        .hostsOfContainers()
        .forEach(
            (machine, host) ->
                Optional.ofNullable(kernels.get(host)).ifPresent(id -> kernels.put(machine, id)));
    byMachine.keySet().stream()
        .filter(kernels::containsKey)
        .collect(Collectors.groupingBy(kernels::get))
        .values()
        .forEach(machines -> countOnce(byMachine, machines));
    return new DiskContents(byMachine, elsewhere);
  }

  /**
   * Containers of a host see its disks, each with all operations. Such a disk counts on one of
   * them, with what lies on it for all.
   */
  private static void countOnce(Map<String, Map<String, Disk>> byMachine, List<String> machines) {
    Map<String, List<String>> byDevice = new TreeMap<>();
    for (String machine : machines) {
      byMachine
          .get(machine)
          .keySet()
          .forEach(
              device -> byDevice.computeIfAbsent(device, key -> new ArrayList<>()).add(machine));
    }
    byDevice.forEach(
        (device, seenOn) -> {
          Function<String, Disk> disk = machine -> byMachine.get(machine).get(device);
          // A rule reads only machines with databases.
          String counting =
              seenOn.stream()
                  .filter(machine -> disk.apply(machine).role().isOfDatabases())
                  .findFirst()
                  .orElse(seenOn.get(0));
          Disk all =
              seenOn.stream()
                  .filter(one -> !one.equals(counting))
                  .map(disk)
                  .reduce(disk.apply(counting), Disk::with);
          for (String machine : seenOn) {
            byMachine
                .get(machine)
                .put(
                    device,
                    machine.equals(counting) ? all : disk.apply(machine).countedOn(counting));
          }
        });
  }

  /** Folders of the databases of one machine; empty text where one is not known. */
  private record Places(ResultsFolder folder, RunPlan plan, List<VmFacts> vms, JsonNode facts) {

    Map<Content, Set<String>> of(String vm) {
      JsonNode server = facts(vm).map(this::server).orElse(MissingNode.getInstance());
      String data = server.path("data").asText(dataDirectory(vm));
      Map<Content, Set<String>> places = new LinkedHashMap<>();
      places.put(Content.DATA, tablespaces(vm, Storage.DATA, data));
      places.put(Content.INDEX, tablespaces(vm, Storage.INDEX, data));
      String log = server.path("wal").asText("");
      places.put(Content.WAL, Set.of(log.isEmpty() ? plannedLog(data) : log));
      return places;
    }

    /** Servers that Quartet did not make may have a link in the place of the log. */
    private String plannedLog(String data) {
      Provider provider = plan.provider();
      boolean isMade = provider.isLocal() || provider.preparation().isPresent();
      return provider
          .preparation()
          .map(Preparation::tablespaces)
          .orElse(provider.tablespaces())
          .getOrDefault(Storage.WAL, isMade && !data.isEmpty() ? data + "/pg_wal" : "");
    }

    /**
     * What the machine reports of the server; only it sees through symbolic links. Embedded servers
     * share a port and differ in their addresses.
     */
    private JsonNode server(VmFacts vm) {
      int colon = vm.address().lastIndexOf(':');
      List<JsonNode> ofPort = new ArrayList<>();
      for (JsonNode server : facts.path("servers")) {
        if (server.path("port").asText().equals(vm.address().substring(colon + 1))) {
          ofPort.add(server);
        }
      }
      return ofPort.stream()
          .filter(one -> one.path("address").asText().equals(vm.address().substring(0, colon)))
          .findFirst()
          .orElse(ofPort.size() == 1 ? ofPort.get(0) : MissingNode.getInstance());
    }

    private Optional<VmFacts> facts(String vm) {
      return vms.stream().filter(one -> one.vm().equals(vm)).findFirst();
    }

    private String dataDirectory(String vm) {
      return DatabaseSettings.read(folder, vm)
          .map(settings -> settings.get("data_directory"))
          .orElse("");
    }

    private Set<String> tablespaces(String vm, Storage storage, String data) {
      Set<String> folders = new TreeSet<>();
      facts(vm)
          .map(known -> known.places().getOrDefault(storage.label(), List.of()))
          .orElse(List.of())
          .forEach(location -> folders.add(location.isEmpty() ? data : location));
      return folders.isEmpty()
          ? Set.of(plan.provider().tablespaces().getOrDefault(storage, data))
          : folders;
    }
  }

  /** The disks of one machine while their uses are collected. */
  private static final class MachineDisks {

    /** A use, and the databases that have it; none for {@code SYSTEM}. */
    private record Use(DiskRole role, Set<String> vms) {

      static final Use NONE = new Use(DiskRole.NONE, Set.of());

      Use with(Use other) {
        Set<String> both = new TreeSet<>(vms);
        both.addAll(other.vms);
        return new Use(role.with(other.role), both);
      }
    }

    private record Mount(String device, String type, List<String> disks) {}

    private final String machine;
    private final Map<String, Mount> mounts = new TreeMap<>();
    private final Map<String, List<String>> below = new TreeMap<>();
    private final Map<String, Use> direct = new TreeMap<>();
    private final Map<String, Use> moved = new TreeMap<>();
    private final Set<String> ofDatabases = new TreeSet<>();
    private final Map<String, Use> withoutDisk = new TreeMap<>();
    private final Map<Content, Use> withoutPlace = new TreeMap<>();

    MachineDisks(String machine, JsonNode facts) {
      this.machine = machine;
      // A mount point that is listed twice has the later one on top.
      facts
          .path("mounts")
          .forEach(
              mount ->
                  mounts.put(
                      MountPoints.asSampled(mount.path("mount").asText().replace("\\040", "_")),
                      new Mount(
                          mount.path("device").asText(),
                          mount.path("type").asText(),
                          names(mount.path("disks")))));
      facts
          .path("disks")
          .forEach(disk -> below.put(disk.path("device").asText(), names(disk.path("below"))));
    }

    private static List<String> names(JsonNode list) {
      List<String> names = new ArrayList<>();
      list.forEach(name -> names.add(name.asText()));
      return names;
    }

    void add(String vm, Map<Content, Set<String>> places) {
      places.forEach(
          (content, folders) -> {
            Use use = new Use(new DiskRole(Set.of(content)), Set.of(vm));
            folders.forEach(
                folder ->
                    MountPoints.of(folder, mounts.keySet())
                        .ifPresentOrElse(
                            mount -> add(mount, use),
                            () -> withoutPlace.merge(content, use, Use::with)));
          });
    }

    private void add(String mount, Use use) {
      ofDatabases.add(mount);
      List<String> disks = mounts.get(mount).disks();
      disks.forEach(disk -> direct.merge(disk, use, Use::with));
      if (disks.isEmpty()) {
        withoutDisk.merge(mount, use, Use::with);
      }
    }

    /** Every disk with a use. */
    Map<String, Disk> disks() {
      Use system = new Use(new DiskRole(Set.of(Content.SYSTEM)), Set.of());
      mounts.forEach(
          (place, mount) -> {
            if (place.equals("/") || !ofDatabases.contains(place)) {
              mount.disks().forEach(disk -> direct.merge(disk, system, Use::with));
            }
          });
      moveDown();
      Map<String, Disk> disks = new TreeMap<>();
      Stream.of(below.keySet(), direct.keySet(), moved.keySet())
          .flatMap(Set::stream)
          .distinct()
          .forEach(name -> disk(name).ifPresent(disk -> disks.put(name, disk)));
      return disks;
    }

    /** Moves the uses of a disk to the disks below, as long as one of those would count too. */
    private void moveDown() {
      Optional<String> next;
      while ((next = direct.keySet().stream().filter(this::isCountedBelow).findFirst())
          .isPresent()) {
        Use use = direct.remove(next.get());
        moved.put(next.get(), use);
        below.get(next.get()).forEach(lower -> direct.merge(lower, use, Use::with));
      }
    }

    private boolean isCountedBelow(String disk) {
      boolean isOfDatabases = direct.get(disk).role().isOfDatabases();
      return allBelow(disk).stream()
          .map(direct::get)
          .anyMatch(use -> use != null && (use.role().isOfDatabases() || !isOfDatabases));
    }

    private Optional<Disk> disk(String name) {
      List<String> counted = new ArrayList<>();
      Use use = direct.getOrDefault(name, Use.NONE).with(moved.getOrDefault(name, Use.NONE));
      for (Map.Entry<String, Use> other : direct.entrySet()) {
        if (allBelow(other.getKey()).contains(name)) {
          counted.add(other.getKey());
          use = use.with(other.getValue());
        } else if (moved.containsKey(name) && allBelow(name).contains(other.getKey())) {
          counted.add(other.getKey());
        }
      }
      return use.role().contents().isEmpty()
          ? Optional.empty()
          : Optional.of(new Disk(use.role(), List.copyOf(use.vms()), counted, Optional.empty()));
    }

    /** Disks below a disk, at any depth. */
    private Set<String> allBelow(String disk) {
      Set<String> all = new TreeSet<>();
      List<String> next = new ArrayList<>(below.getOrDefault(disk, List.of()));
      while (!next.isEmpty()) {
        String lower = next.remove(0);
        if (!lower.equals(disk) && all.add(lower)) {
          next.addAll(below.getOrDefault(lower, List.of()));
        }
      }
      return all;
    }

    List<Elsewhere> elsewhere() {
      List<Elsewhere> parts = new ArrayList<>();
      withoutDisk.forEach(
          (place, use) -> {
            Mount mount = mounts.get(place);
            boolean isNetwork = NETWORK.stream().anyMatch(mount.type()::startsWith);
            String kind =
                isNetwork
                    ? "a network file system of type " + mount.type()
                    : mount.type().equals("tmpfs")
                        ? "a file system in memory"
                        : "a file system of type " + mount.type() + " whose disks are not known";
            parts.add(
                new Elsewhere(
                    use.role(), use.vms(), machine, place, kind, isNetwork ? mount.device() : ""));
          });
      withoutPlace
          .values()
          .forEach(use -> parts.add(new Elsewhere(use.role(), use.vms(), machine, "", "", "")));
      return parts;
    }
  }
}
