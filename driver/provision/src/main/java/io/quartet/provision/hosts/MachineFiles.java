package io.quartet.provision.hosts;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.plan.VmMachine.Vm;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.DriverTls;
import io.quartet.provision.Purpose;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.RandomPassword;
import io.quartet.provision.internal.ServerAccount;
import io.quartet.provision.internal.WholeFile;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The files on this machine from which the playbooks prepare the others. They are made again from
 * the plan each time; only the password and the certificates stay as they are.
 *
 * <pre>
 * NAME/pgpass                    password of all databases
 * NAME/tls/                      certificates of driver, Tier As and databases, with their authority
 * NAME/log/ansible.log           output of Ansible
 * NAME/machines/inventory.json   see MachineInventory
 * NAME/machines/removal.json     the same for quartet down
 * NAME/machines/owner            says on the machines that they were prepared from this folder
 * NAME/machines/password         the password alone
 * NAME/machines/a1.env           options of a Tier A
 * NAME/machines/a1-vm2/          settings of a database
 * NAME/machines/*.tar.gz          archives with Tier A and quartet-load
 * </pre>
 *
 * @param data folder of the benchmark's name
 */
record MachineFiles(RunPlan plan, DataFolder data, MachineInventory variables) {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private static final ServerAccount THIS_ACCOUNT = new ServerAccount("");

  /** Everybody may try: the password is random, and off loopback connections are encrypted. */
  private static final String ACCESS_RULES =
      "local all all scram-sha-256\n%s all quartet all scram-sha-256\n";

  /**
   * Those of a plan; creates nothing.
   *
   * @throws QuartetException DATA_FOLDER_UNUSABLE
   */
  static MachineFiles of(RunPlan plan) {
    return new MachineFiles(plan, DataFolder.of(plan), new MachineInventory(plan));
  }

  Path inventory() {
    return folder().resolve("inventory.json");
  }

  Path log() {
    return data.logFolder().resolve("ansible.log");
  }

  private Path folder() {
    return data.folder().resolve("machines");
  }

  /** True if an earlier {@code up} from here has made them. */
  boolean areMade() {
    return Files.exists(data.passwordFile());
  }

  /**
   * True if password and certificates are those of this plan. Then a look at the machines can write
   * the other files again without making new secrets.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  boolean areCurrent() {
    try {
      return areMade() && Certificates.areThere(plan, DriverTls.folder(data));
    } catch (IOException e) {
      throw closed(e);
    }
  }

  /**
   * Addresses of the VMs that were prepared from here and not cleared since, by name.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  Map<String, String> prepared() {
    if (!Files.exists(inventory())) {
      return Map.of();
    }
    try {
      return MachineInventory.addresses(JSON.readTree(inventory().toFile()));
    } catch (IOException e) {
      throw closed(e);
    }
  }

  /**
   * Makes the inventory for {@code down}, without checksums. It has a file of its own, because the
   * inventory of {@code up} tells which machines were prepared.
   *
   * @return its file
   * @throws QuartetException DATA_FOLDER_CLOSED, DATA_FOLDER_FOREIGN
   */
  Path writeRemoval(List<VmMachine> machines) {
    Map<String, ObjectNode> byName = new LinkedHashMap<>();
    machines.forEach(machine -> byName.put(machine.name(), variables.machine(machine)));
    Path file = folder().resolve("removal.json");
    return inFolder(
        () -> {
          writeInventory(file, byName);
          return file;
        });
  }

  /**
   * Makes the archives with the programs.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED, NOT_BUILT
   */
  void writeArchives() {
    inFolder(
        () -> {
          TierAPackage.writeTierA(folder());
          LoaderPackage.write(plan, folder());
          return null;
        });
  }

  /**
   * Makes all files but the archives and the inventory, to compare machines with them.
   *
   * @param states of some machines
   * @return checksum of all that is wanted on each of them, by name
   * @throws QuartetException DATA_FOLDER_CLOSED, DATA_FOLDER_FOREIGN, NOT_BUILT,
   *     CERTIFICATES_NOT_MADE
   */
  Map<String, String> wanted(Map<VmMachine, MachineState> states) {
    return inFolder(() -> wantedInFolder(states));
  }

  /**
   * Makes all files but the archives.
   *
   * @param states of every machine
   * @return checksum of all that is wanted on each machine, by name
   * @throws QuartetException DATA_FOLDER_CLOSED, DATA_FOLDER_FOREIGN, NOT_BUILT,
   *     CERTIFICATES_NOT_MADE
   */
  Map<String, String> write(Map<VmMachine, MachineState> states) {
    return inFolder(
        () -> {
          Map<String, String> wanted = wantedInFolder(states);
          Map<String, ObjectNode> byName = new LinkedHashMap<>();
          for (VmMachine machine : states.keySet()) {
            byName.put(
                machine.name(),
                variables.machine(machine).put("quartet_wanted", wanted.get(machine.name())));
          }
          writeInventory(inventory(), byName);
          return wanted;
        });
  }

  private Map<String, String> wantedInFolder(Map<VmMachine, MachineState> states)
      throws IOException {
    writePassword();
    Certificates.ensure(plan, DriverTls.folder(data));
    Map<String, String> wanted = new LinkedHashMap<>();
    for (Map.Entry<VmMachine, MachineState> entry : states.entrySet()) {
      VmMachine machine = entry.getKey();
      writeOf(machine, entry.getValue());
      wanted.put(machine.name(), checksum(machine, variables.machine(machine)));
    }
    return wanted;
  }

  private interface Work<T> {
    T done() throws IOException;
  }

  private <T> T inFolder(Work<T> work) {
    data.requireOurs();
    if (Files.exists(data.stateFile())) {
      throw QuartetException.environment(
          "ALREADY_UP",
          ("databases of %s are up on this machine in %s. Run quartet down with their benchmark file"
                  + " first, or give this benchmark another name.")
              .formatted(plan.name(), data.folder()));
    }
    try {
      data.create(THIS_ACCOUNT);
      DataFolder.createPrivate(folder(), THIS_ACCOUNT);
      return work.done();
    } catch (IOException e) {
      throw closed(e);
    }
  }

  private QuartetException closed(IOException e) {
    return QuartetException.environment(
        "DATA_FOLDER_CLOSED",
        "cannot work in %s (%s). Make room there, or give this account the right to read and write."
            .formatted(data.folder(), e),
        e);
  }

  private void writePassword() throws IOException {
    Path file = folder().resolve("password");
    if (!Files.exists(file)) {
      DataFolder.writeSecret(file, RandomPassword.make() + "\n");
    }
    DataFolder.writeSecret(
        data.passwordFile(),
        "*:*:*:" + DatabaseServer.DATABASE + ":" + Files.readString(file).strip() + "\n");
  }

  private String owner() throws IOException {
    Path file = folder().resolve("owner");
    if (!Files.exists(file)) {
      String text =
          UUID.randomUUID() + " " + System.getProperty("user.name") + "@" + LockHolder.hostName();
      WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
    return Files.readString(file);
  }

  private void writeInventory(Path file, Map<String, ObjectNode> machines) throws IOException {
    WholeFile.write(
        file, JSON.writeValueAsBytes(variables.document(owner(), folder().toString(), machines)));
  }

  private void writeOf(VmMachine machine, MachineState state) throws IOException {
    List<Vm> databases = machine.vms().stream().filter(vm -> vm.role().isDatabase()).toList();
    ClusterSettings settings = new ClusterSettings(plan, state.machine(), databases);
    for (Vm vm : machine.vms()) {
      if (vm.role().isDatabase()) {
        writeSettings(vm, settings);
      } else {
        Files.writeString(
            folder().resolve(TierAEnvironment.fileName(vm.set())),
            TierAEnvironment.text(plan, vm.set()));
      }
    }
  }

  private void writeSettings(Vm vm, ClusterSettings settings) throws IOException {
    DatabaseServer server = variables.server(vm);
    Path folder = folder().resolve(vm.name());
    DataFolder.createPrivate(folder, THIS_ACCOUNT);
    Path sockets = Path.of(MachinePlaces.of(plan).home(vm.set(), vm.role()));
    for (Purpose purpose : Purpose.values()) {
      Map<String, String> all = settings.of(server, purpose, sockets);
      if (server.authority().isPresent()) {
        all.put("ssl", "on");
        all.put("ssl_cert_file", "server.pem");
        all.put("ssl_key_file", "server.key");
        all.put("ssl_min_protocol_version", "TLSv1.3");
      }
      Files.writeString(
          folder.resolve(MachineInventory.settingsFile(purpose)), ClusterSettings.asFile(all));
    }
    String type = server.authority().isPresent() ? "hostssl" : "host";
    Files.writeString(folder.resolve("pg_hba.conf"), ACCESS_RULES.formatted(type));
  }

  /** Changes with everything that a machine gets, and with the playbooks. */
  private String checksum(VmMachine machine, ObjectNode ofMachine) throws IOException {
    MessageDigest digest = sha256();
    digest.update(JSON.writeValueAsBytes(variables.document(owner(), "", Map.of("", ofMachine))));
    for (Vm vm : machine.vms()) {
      for (String file : variables.files(vm).values()) {
        digest.update(Files.readAllBytes(folder().resolve(file)));
      }
    }
    Optional<String> key = plan.provider().preparation().orElseThrow().postgres().key();
    if (key.isPresent()) {
      digest.update(Files.readAllBytes(Path.of(key.get())));
    }
    if (machine.hasTierA()) {
      digest.update(Files.readAllBytes(QuartetHome.tierA()));
    }
    if (!machine.databases().isEmpty()) {
      for (Path source : LoaderPackage.sources(plan).values()) {
        digest.update(Files.readAllBytes(source));
      }
    }
    try (Stream<Path> scripts = Files.walk(QuartetHome.script("machines"))) {
      // Not what Python keeps of them.
      for (Path script :
          scripts
              .filter(Files::isRegularFile)
              .filter(file -> !file.toString().endsWith(".pyc"))
              .sorted()
              .toList()) {
        digest.update(Files.readAllBytes(script));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
