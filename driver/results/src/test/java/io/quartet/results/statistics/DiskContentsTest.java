package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Sizes;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.DiskContents.Disk;
import io.quartet.results.statistics.DiskContents.Elsewhere;
import io.quartet.results.statistics.DiskRole.Content;
import io.quartet.results.system.VmFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts of one machine with the databases of Set a1. */
@Tag("unit")
class DiskContentsTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);

  private static final RunPlan PLAN =
      TestPlans.withOneSet(TestPlans.demo(1), 1, Duration.ofSeconds(1), 1);

  private static final SetHosts HOSTS =
      new SetHosts(new Address("db", 15432), new Address("db", 5432), new Address("db", 5433));

  @TempDir Path root;
  private ResultsFolder folder;
  private RunPlan plan = PLAN;
  private Map<String, List<String>> places =
      Map.of("data", List.of("/data/ts"), "index", List.of("/index/ts"));

  @BeforeEach
  void make() throws IOException {
    folder = ResultsFolder.create(root, "run");
    for (VmRole role : VmRole.DATABASES) {
      write(
          "settings/" + A1.vmName(role) + ".json",
          "[{\"name\": \"data_directory\", \"setting\": \"/var/pg\"}]");
    }
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.file(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** A mount of {@code facts.json}. */
  private static String mount(String place, String type, String... disks) {
    return "{\"mount\": \"%s\", \"device\": \"srv:/x\", \"type\": \"%s\", \"disks\": %s}"
        .formatted(place, type, list(disks));
  }

  /** A disk of {@code facts.json}. */
  private static String disk(String name, String... below) {
    return "{\"device\": \"%s\", \"below\": %s}".formatted(name, list(below));
  }

  private static String list(String... names) {
    return names.length == 0 ? "[]" : "[\"" + String.join("\", \"", names) + "\"]";
  }

  private void facts(List<String> mounts, List<String> disks, String... servers)
      throws IOException {
    write(
        "stats/host/facts.json",
        "{\"mounts\": [%s], \"disks\": [%s], \"servers\": [%s]}"
            .formatted(
                String.join(", ", mounts), String.join(", ", disks), String.join(", ", servers)));
  }

  private DiskContents read() {
    List<VmFacts> vms = new ArrayList<>();
    for (VmRole role : VmRole.DATABASES) {
      vms.add(
          VmFacts.of(plan, A1, role, address(role) + ":5432", VmFacts.Program.NONE, Map.of())
              .withDatabase("", OptionalLong.empty(), places));
    }
    return DiskContents.read(folder, plan, vms, Guests.NONE);
  }

  private static String address(VmRole role) {
    return "127.0.0." + role.ordinal();
  }

  /** A server of {@code facts.json}. */
  private static String server(String address, String log) {
    return "{\"address\": \"%s\", \"port\": 5432, \"data\": \"/data/pg\", \"wal\": \"%s\"}"
        .formatted(address, log);
  }

  private String words(String disk) {
    return words("host", disk);
  }

  private String words(String machine, String disk) {
    return read().of(machine, disk).words();
  }

  @Test
  void loopDevicesCountInPlaceOfTheDiskBelowThem() throws IOException {
    facts(
        List.of(
            mount("/", "ext4", "vda"),
            mount("/data", "ext4", "loop0"),
            mount("/index", "ext4", "loop1"),
            mount("/var/pg", "ext4", "loop2")),
        List.of(disk("vda"), disk("loop0", "vda"), disk("loop1", "vda"), disk("loop2", "vda")));
    assertThat(words("loop0")).isEqualTo("data");
    assertThat(words("loop1")).isEqualTo("indexes");
    assertThat(words("loop2")).isEqualTo("WAL");
    assertThat(words("vda"))
        .isEqualTo("data, indexes, WAL, system; counted with loop0, loop1, loop2");
    assertThat(read().of("host", "vda").isCounted()).isFalse();
    assertThat(read().of("host", "loop0").vms()).containsExactly("a1-vm2", "a1-vm3");
    assertThat(read().of("host", "sdz")).isEqualTo(Disk.UNKNOWN);
    assertThat(read().of("a1-vm2", "vda")).isEqualTo(Disk.UNKNOWN);
  }

  @Test
  void volumesCountInPlaceOfTheDisksOfTheirArray() throws IOException {
    facts(
        List.of(
            mount("/", "xfs", "dm-0"),
            mount("/data", "xfs", "dm-1"),
            mount("/index", "xfs", "dm-2")),
        List.of(
            disk("dm-0", "md0"),
            disk("dm-1", "md0"),
            disk("dm-2", "md0"),
            disk("md0", "sda", "sdb"),
            disk("sda"),
            disk("sdb")));
    assertThat(words("dm-0")).isEqualTo("WAL, system");
    assertThat(words("dm-1")).isEqualTo("data");
    assertThat(words("dm-2")).isEqualTo("indexes");
    assertThat(words("md0")).isEqualTo("data, indexes, WAL, system; counted with dm-0, dm-1, dm-2");
    assertThat(words("sdb")).isEqualTo(words("md0"));
  }

  @Test
  void diskThatIsMountedItselfCountsWithWhatLiesAboveIt() throws IOException {
    // A partition of sda holds the log, and another one is half of a volume with the data.
    facts(
        List.of(
            mount("/", "xfs", "nvme0n1"),
            mount("/var/pg", "xfs", "sda"),
            mount("/data", "xfs", "dm-0"),
            mount("/index", "xfs", "nvme0n1")),
        List.of(disk("sda"), disk("sdb"), disk("dm-0", "sda", "sdb"), disk("nvme0n1")));
    assertThat(words("sda")).isEqualTo("data, WAL");
    assertThat(words("sdb")).isEqualTo("data");
    assertThat(words("dm-0")).isEqualTo("data; counted with sda, sdb");
    assertThat(words("nvme0n1")).isEqualTo("indexes, system");
  }

  @Test
  void mountThatIsListedTwiceHasTheLaterOneOnTop() throws IOException {
    facts(
        List.of(
            mount("/", "ext4", "sda"),
            mount("/data", "ext4", "sdb"),
            mount("/data", "ext4", "sdc"),
            mount("/index", "ext4", "sdc"),
            mount("/var/pg", "ext4", "sdc")),
        List.of(disk("sda"), disk("sdb"), disk("sdc")));
    assertThat(words("sdb")).isEmpty();
    assertThat(words("sdc")).isEqualTo("data, indexes, WAL");
    assertThat(words("sda")).isEqualTo("system");
  }

  @Test
  void partWithoutADiskIsReported() throws IOException {
    facts(
        List.of(mount("/", "overlay"), mount("/data", "nfs4"), mount("/index", "tmpfs")),
        List.of(disk("sda")));
    assertThat(read().byMachine().get("host")).isEmpty();
    assertThat(read().elsewhereInWords(role -> true))
        .containsExactly(
            "The figures of disks do not include WAL of a1-vm2, a1-vm3: on machine host, / is a"
                + " file system of type overlay whose disks are not known.",
            "The figures of disks do not include data of a1-vm2, a1-vm3: on machine host, /data is"
                + " a network file system of type nfs4 (srv:/x).",
            "The figures of disks do not include indexes of a1-vm2, a1-vm3: on machine host,"
                + " /index is a file system in memory.");
  }

  @Test
  void causeIsSaidOnceForAllMachines() {
    List<Elsewhere> parts = new ArrayList<>();
    for (String vm : List.of("a1-vm2", "b1-vm2", "c1-vm2", "d1-vm2")) {
      String nfs = "a network file system of type nfs4";
      parts.add(part(Content.DATA, vm, "/data", nfs, "srv:/" + vm));
      parts.add(part(Content.WAL, vm, "", "", ""));
    }
    parts.add(part(Content.DATA, "d1-vm3", "/other", "a file system in memory", ""));

    assertThat(new DiskContents(Map.of(), parts).elsewhereInWords(role -> true))
        .containsExactly(
            "The figures of disks do not include data of 4 databases: on 4 machines, /data is a"
                + " network file system of type nfs4.",
            "No disk of 4 machines is known to hold WAL of 4 databases: facts.json of each does not"
                + " show the folder.",
            "The figures of disks do not include data of d1-vm3: on machine d1-vm3, /other is a"
                + " file system in memory.");
  }

  private static Elsewhere part(
      Content content, String vm, String place, String kind, String source) {
    return new Elsewhere(new DiskRole(Set.of(content)), Set.of(vm), vm, place, kind, source);
  }

  @Test
  void machineSeesThroughLinksOfItsServers() throws IOException {
    places = Map.of("data", List.of(""), "index", List.of("", "/index/ts"));
    facts(
        List.of(
            mount("/", "ext4", "sda"),
            mount("/data", "ext4", "sdb"),
            mount("/index", "ext4", "sdc"),
            mount("/log", "ext4", "sdd")),
        List.of(disk("sda"), disk("sdb"), disk("sdc"), disk("sdd")),
        server(address(VmRole.DSS), "/log/wal"),
        server("127.9.9.9", "/index"));
    // No address is that of the second database: its folders are those that it reported.
    assertThat(read().of("host", "sdb").words()).isEqualTo("data, indexes");
    assertThat(read().of("host", "sdb").vms()).containsExactly("a1-vm2");
    assertThat(words("sdc")).isEqualTo("indexes");
    assertThat(words("sdd")).isEqualTo("WAL");
    assertThat(words("sda")).isEqualTo("data, indexes, WAL, system");
    assertThat(read().of("host", "sda").vms()).containsExactly("a1-vm3");
  }

  @Test
  void planStandsInWhereDatabasesReportedNoTablespaces() throws IOException {
    places = Map.of();
    plan =
        TestPlans.withTablespaces(PLAN, Map.of(Storage.INDEX, "/index", Storage.WAL, "/data/log"));
    facts(
        List.of(
            mount("/", "ext4", "sda"),
            mount("/data", "ext4", "sdb"),
            mount("/index", "ext4", "sdc")),
        List.of(disk("sda"), disk("sdb"), disk("sdc")));
    assertThat(words("sda")).isEqualTo("data, system");
    assertThat(words("sdb")).isEqualTo("WAL");
    assertThat(words("sdc")).isEqualTo("indexes");
  }

  @Test
  void logOfServersThatQuartetDidNotMakeIsNotKnown() throws IOException {
    plan = TestPlans.onHosts(PLAN, Map.of(A1, HOSTS));
    write(
        "stats/a1-vm1/facts.json",
        "{\"mounts\": [%s, %s], \"disks\": [%s, %s]}"
            .formatted(
                mount("/", "ext4", "sda"),
                mount("/data", "ext4", "sdb"),
                disk("sda"),
                disk("sdb")));
    assertThat(words("a1-vm1", "sdb")).isEqualTo("data");
    assertThat(words("a1-vm1", "sda")).isEqualTo("indexes, system");
    assertThat(read().elsewhereInWords(role -> true))
        .containsExactly(
            "No disk of machine a1-vm1 is known to hold WAL of a1-vm2, a1-vm3:"
                + " stats/a1-vm1/facts.json does not show the folder.");
    assertThat(read().isElsewhere(role -> role.holds(Content.WAL))).isTrue();
    assertThat(read().isElsewhere(role -> role.holds(Content.DATA))).isFalse();

    plan = made(Map.of(Storage.WAL, "/data/log"));
    assertThat(words("a1-vm1", "sdb")).isEqualTo("data, WAL");
    plan = made(Map.of());
    assertThat(words("a1-vm1", "sda")).isEqualTo("indexes, WAL, system");
    assertThat(read().elsewhere()).isEmpty();
  }

  /** The plan on machines where Quartet makes the servers. */
  private RunPlan made(Map<Storage, String> tablespaces) {
    Preparation preparation =
        new Preparation(
            new Preparation.Postgres(15, Optional.empty(), Optional.empty(), true),
            "/var/quartet",
            tablespaces,
            Sizes.NONE,
            Optional.empty(),
            Map.of(),
            false);
    return plan.withProvider(
        new Provider.Hosts(Map.of(A1, HOSTS), Optional.empty(), Optional.of(preparation)));
  }

  @Test
  void factsOfOlderRunsTellNothing() throws IOException {
    write(
        "stats/host/facts.json",
        "{\"mounts\": [{\"mount\": \"/\", \"device\": \"/dev/sda1\", \"type\": \"ext4\"}],"
            + " \"disks\": [{\"device\": \"sda\"}]}");
    assertThat(read()).isEqualTo(DiskContents.UNKNOWN);
  }
}
