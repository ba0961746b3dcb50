package io.quartet.provision.internal.prepared;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.Sha256;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.plan.VmMachine.Vm;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.DriverTls;
import io.quartet.provision.Purpose;
import io.quartet.provision.install.Certificates;
import io.quartet.provision.install.NamedFilesCheck;
import io.quartet.provision.install.TierAEnvironment;
import io.quartet.provision.install.TierAPackage;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.HostName;
import io.quartet.provision.internal.PostgresTree;
import io.quartet.provision.internal.RandomPassword;
import io.quartet.provision.internal.ServerAccount;
import io.quartet.provision.internal.WholeFile;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
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
 * NAME/machines/prepared/        see MachineRecords
 * NAME/machines/owner            says on the machines that they were prepared from this folder
 * NAME/machines/password         the password alone
 * NAME/machines/repository.asc   key of the repository of PostgreSQL, if the plan names one
 * NAME/machines/a1.env           options of a Tier A
 * NAME/machines/a1-vm2/          settings of a database
 * NAME/machines/*.tar.gz          archives with Tier A, quartet-load and PostgreSQL
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
   * True if password, owner and certificates are those of this plan. {@link #wanted} needs them.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  boolean areCurrent() {
    try {
      return areMade()
          && Files.exists(ownerFile())
          && Certificates.areThere(plan, DriverTls.folder(data));
    } catch (IOException e) {
      throw DataFolder.closed(data.folder(), e);
    }
  }

  /** The machines that were prepared from here and not cleared since. */
  MachineRecords prepared() {
    return new MachineRecords(folder().resolve("prepared"));
  }

  /**
   * Makes the inventory for {@code down}, without checksums. That of {@code up} stays for an
   * administrator.
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
          writeOwner();
          WholeFile.write(file, JSON.writeValueAsBytes(variables.removal(owner(), byName)));
          return file;
        });
  }

  /**
   * Makes the archives with the programs.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED, NOT_BUILT, POSTGRES_NOT_FOUND
   */
  void writeArchives() {
    inFolder(
        () -> {
          TierAPackage.writeTierA(folder());
          LoaderPackage.write(plan, folder());
          Optional<PostgresTree> tree =
              PostgresTree.of(plan.provider().preparation().orElseThrow().postgres().source());
          if (tree.isPresent()) {
            Path archive = folder().resolve(MachineInventory.archive(tree.get().digest()));
            if (!Files.exists(archive)) {
              tree.get().pack(archive);
            }
          }
          return null;
        });
  }

  /**
   * What belongs on machines, to compare them with it. Writes nothing: another driver may be at
   * work with the files.
   *
   * @param states of some machines; {@link #areCurrent} is true
   * @return checksum of all that is wanted on each of them, by name
   * @throws QuartetException DATA_FOLDER_CLOSED, NOT_BUILT, FILE_UNUSABLE
   */
  Map<String, String> wanted(Map<VmMachine, MachineState> states) {
    try {
      // Once for all machines: a build of PostgreSQL is read for it.
      byte[] ofAll = JSON.writeValueAsBytes(variables.document(owner(), "", Map.of()));
      Map<String, String> wanted = new LinkedHashMap<>();
      for (Map.Entry<VmMachine, MachineState> entry : states.entrySet()) {
        VmMachine machine = entry.getKey();
        wanted.put(machine.name(), checksum(machine, ofAll, texts(machine, entry.getValue())));
      }
      return wanted;
    } catch (IOException e) {
      throw DataFolder.closed(data.folder(), e);
    }
  }

  /**
   * Makes all files but the archives.
   *
   * @param states of every machine
   * @return checksum of all that is wanted on each machine, by name
   * @throws QuartetException DATA_FOLDER_CLOSED, DATA_FOLDER_FOREIGN, NOT_BUILT,
   *     CERTIFICATES_NOT_MADE, FILE_UNUSABLE
   */
  Map<String, String> write(Map<VmMachine, MachineState> states) {
    return inFolder(
        () -> {
          writeOwner(); // First: a password says that machines may have been prepared.
          writePassword();
          Certificates.ensure(plan, DriverTls.folder(data));
          for (Map.Entry<VmMachine, MachineState> entry : states.entrySet()) {
            writeTexts(texts(entry.getKey(), entry.getValue()));
          }
          Optional<byte[]> key = NamedFilesCheck.repositoryKey(plan);
          if (key.isPresent()) {
            WholeFile.write(folder().resolve(MachineInventory.REPOSITORY_KEY), key.get());
          }
          Map<String, String> wanted = wanted(states);
          Map<String, ObjectNode> byName = new LinkedHashMap<>();
          for (VmMachine machine : states.keySet()) {
            byName.put(
                machine.name(),
                variables.machine(machine).put("quartet_wanted", wanted.get(machine.name())));
          }
          WholeFile.write(
              inventory(),
              JSON.writeValueAsBytes(variables.document(owner(), folder().toString(), byName)));
          return wanted;
        });
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
      throw DataFolder.closed(data.folder(), e);
    }
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

  private Path ownerFile() {
    return folder().resolve("owner");
  }

  private void writeOwner() throws IOException {
    if (!Files.exists(ownerFile())) {
      String text =
          UUID.randomUUID() + " " + System.getProperty("user.name") + "@" + HostName.current();
      WholeFile.write(ownerFile(), text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Who prepares the machines, a text for each folder of a benchmark.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED if there is none yet
   */
  String owner() {
    try {
      return Files.readString(ownerFile());
    } catch (IOException e) {
      throw DataFolder.closed(data.folder(), e);
    }
  }

  private void writeTexts(Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Path file = folder().resolve(text.getKey());
      DataFolder.createPrivate(file.getParent(), THIS_ACCOUNT);
      Files.writeString(file, text.getValue());
    }
  }

  /** Files of a machine that follow from the plan and the machine, by name. */
  private Map<String, String> texts(VmMachine machine, MachineState state) {
    List<Vm> databases = machine.vms().stream().filter(vm -> vm.role().isDatabase()).toList();
    ClusterSettings settings = new ClusterSettings(plan, state.machine(), databases);
    Map<String, String> texts = new LinkedHashMap<>();
    for (Vm vm : machine.vms()) {
      if (vm.role().isDatabase()) {
        texts.putAll(texts(vm, settings));
      } else {
        texts.put(TierAEnvironment.fileName(vm.set()), TierAEnvironment.text(plan, vm.set()));
      }
    }
    return texts;
  }

  private Map<String, String> texts(Vm vm, ClusterSettings settings) {
    DatabaseServer server = variables.server(vm);
    Map<String, String> texts = new LinkedHashMap<>();
    Path sockets = Path.of(MachinePlaces.of(plan).home(vm.set(), vm.role()));
    for (Purpose purpose : Purpose.values()) {
      Map<String, String> all = settings.of(server, purpose, sockets);
      if (server.authority().isPresent()) {
        all.put("ssl", "on");
        all.put("ssl_cert_file", "server.pem");
        all.put("ssl_key_file", "server.key");
        all.put("ssl_min_protocol_version", "TLSv1.3");
      }
      texts.put(
          vm.name() + "/" + MachineInventory.settingsFile(purpose), ClusterSettings.asFile(all));
    }
    String type = server.authority().isPresent() ? "hostssl" : "host";
    texts.put(vm.name() + "/pg_hba.conf", ACCESS_RULES.formatted(type));
    return texts;
  }

  /** Changes with everything that a machine gets, and with the playbooks. */
  private String checksum(VmMachine machine, byte[] ofAll, Map<String, String> texts)
      throws IOException {
    MessageDigest digest = Sha256.digest();
    digest.update(ofAll);
    digest.update(JSON.writeValueAsBytes(variables.machine(machine)));
    for (Vm vm : machine.vms()) {
      for (String file : variables.files(vm).values()) {
        digest.update(
            texts.containsKey(file)
                ? texts.get(file).getBytes(StandardCharsets.UTF_8)
                : Files.readAllBytes(folder().resolve(file)));
      }
    }
    NamedFilesCheck.repositoryKey(plan).ifPresent(digest::update);
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
}
