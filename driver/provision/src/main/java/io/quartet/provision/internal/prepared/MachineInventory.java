package io.quartet.provision.internal.prepared;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.plan.VmMachine.Vm;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Purpose;
import io.quartet.provision.install.Certificates;
import io.quartet.provision.install.TierAEnvironment;
import io.quartet.provision.install.TierAPackage;
import io.quartet.provision.internal.PostgresTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The machines of a plan and their variables, as Ansible reads them. There is no secret among them:
 * they name files. Ansible takes every text of it as it is, never as a template.
 */
record MachineInventory(RunPlan plan) {

  /** The account of the servers and of Tier A on the machines. */
  static final String ACCOUNT = "quartet";

  /** File with the key that signs the repository of PostgreSQL. */
  static final String REPOSITORY_KEY = "repository.asc";

  /** Ansible evaluates a text of an inventory as a template, except in an object with this key. */
  private static final String UNSAFE = "__ansible_unsafe";

  /**
   * The whole inventory.
   *
   * @param owner who prepares the machines, a text for each folder of a benchmark
   * @param files folder of the files that the variables name
   * @param machines variables of each machine, by name
   */
  ObjectNode document(String owner, String files, Map<String, ObjectNode> machines) {
    return document(common(owner, files), machines);
  }

  /** What a removal needs; nothing has to be there of what the plan names. */
  ObjectNode removal(String owner, Map<String, ObjectNode> machines) {
    ObjectNode common = JsonNodeFactory.instance.objectNode();
    return document(common.put("quartet_name", plan.name()).put("quartet_owner", owner), machines);
  }

  private static ObjectNode document(ObjectNode common, Map<String, ObjectNode> machines) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ObjectNode group = document.putObject("all").putObject("children").putObject("quartet");
    group.set("vars", literal(common));
    ObjectNode hosts = group.putObject("hosts");
    machines.forEach((name, variables) -> hosts.set(name, literal(variables)));
    return document;
  }

  /** The same with every text as Ansible takes it literally. Keys must be constants. */
  private static JsonNode literal(JsonNode node) {
    if (node.isTextual()) {
      return JsonNodeFactory.instance.objectNode().set(UNSAFE, node);
    }
    if (node.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> items.add(literal(item)));
      return items;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties().forEach(entry -> object.set(entry.getKey(), literal(entry.getValue())));
      return object;
    }
    return node;
  }

  private ObjectNode common(String owner, String files) {
    Preparation preparation = plan.provider().preparation().orElseThrow();
    ObjectNode common = JsonNodeFactory.instance.objectNode();
    common.put("quartet_name", plan.name());
    common.put("quartet_owner", owner);
    common.put("quartet_account", ACCOUNT);
    common.put("quartet_files", files);
    common.put("quartet_folder", MachinePlaces.of(plan).folder());
    PostgresSource source = preparation.postgres().source();
    Optional<PostgresTree> tree = PostgresTree.of(source);
    common.put("quartet_postgres_major", major(source, tree));
    tree.ifPresent(
        found -> {
          String digest = found.digest();
          common.put("quartet_postgres_archive", archive(digest));
          String root = MachinePlaces.of(plan).folder() + "/postgres-" + digest + "/";
          common.put("quartet_postgres_root", root);
          common.put("quartet_postgres_built", root + found.programs());
          common.put(
              "quartet_postgres_libraries",
              found.libraries().stream().map(root::concat).collect(Collectors.joining(":")));
        });
    preparation
        .postgres()
        .repository()
        .ifPresent(line -> common.put("quartet_postgres_repository", line));
    preparation
        .postgres()
        .key()
        .ifPresent(file -> common.put("quartet_postgres_key", REPOSITORY_KEY));
    common.put("quartet_tier_a_archive", TierAPackage.tierAArchive());
    common.put("quartet_loader_archive", LoaderPackage.archive());
    common.put("quartet_firewall", preparation.opensFirewall());
    ArrayNode kernel = common.putArray("quartet_kernel");
    preparation
        .kernel()
        .forEach((key, value) -> kernel.addObject().put("key", key).put("value", value));
    return common;
  }

  /** Name of the archive with PostgreSQL, which changes with what is in it. */
  static String archive(String digest) {
    return "postgres-" + digest + ".tar.gz";
  }

  private static int major(PostgresSource source, Optional<PostgresTree> tree) {
    return tree.map(found -> found.requireVersion(source).major())
        .orElseGet(() -> ((PostgresSource.Version) source).major());
  }

  /** Variables of a machine. */
  ObjectNode machine(VmMachine machine) {
    ObjectNode variables =
        JsonNodeFactory.instance.objectNode().put("ansible_host", machine.host());
    ArrayNode folders = variables.putArray("quartet_folders");
    MachinePlaces.of(plan).folders(machine).forEach(folders::add);
    ArrayNode databases = variables.putArray("quartet_databases");
    ArrayNode tierAs = variables.putArray("quartet_tier_as");
    for (Vm vm : machine.vms()) {
      if (vm.role().isDatabase()) {
        databases.add(database(vm));
      } else {
        tierAs.add(tierA(vm));
      }
    }
    return variables;
  }

  private ObjectNode database(Vm vm) {
    MachinePlaces places = MachinePlaces.of(plan);
    Preparation preparation = plan.provider().preparation().orElseThrow();
    ObjectNode database = vm(vm);
    database.put("home", places.home(vm.set(), vm.role()));
    ObjectNode tablespaces = database.putObject("tablespaces");
    places
        .tablespaces(vm.set(), vm.role())
        .forEach((storage, folder) -> tablespaces.put(storage.label(), folder));
    database.put("checksums", preparation.dataChecksums().map(String::valueOf).orElse(""));
    return database;
  }

  private ObjectNode tierA(Vm vm) {
    return vm(vm).put("set", vm.set().name());
  }

  private ObjectNode vm(Vm vm) {
    Address address = plan.provider().address(vm.set(), vm.role());
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("vm", vm.name()).put("address", address.host()).put("port", address.port());
    ArrayNode files = node.putArray("files");
    files(vm).forEach((to, from) -> files.addObject().put("from", from).put("to", to));
    return node;
  }

  /**
   * Files that a VM gets.
   *
   * @return by their names on the machine, those on this one, from the folder of the files
   */
  Map<String, String> files(Vm vm) {
    return vm.role().isDatabase() ? databaseFiles(vm) : tierAFiles(vm.set());
  }

  private Map<String, String> databaseFiles(Vm vm) {
    Map<String, String> files = new LinkedHashMap<>();
    for (Purpose purpose : Purpose.values()) {
      files.put(settingsFile(purpose), vm.name() + "/" + settingsFile(purpose));
    }
    files.put("pg_hba.conf", vm.name() + "/pg_hba.conf");
    // For the loader, beside the data.
    files.put("../pgpass", "../pgpass");
    if (server(vm).authority().isPresent()) {
      files.put("server.pem", "../tls/" + Certificates.certificate(vm.name()));
      files.put("server.key", "../tls/" + Certificates.key(vm.name()));
    }
    return files;
  }

  private static Map<String, String> tierAFiles(VmSet set) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(TierAEnvironment.fileName(set), TierAEnvironment.fileName(set));
    files.put("pgpass", "../pgpass");
    for (String file :
        List.of(
            Certificates.AUTHORITY,
            Certificates.certificate(set.name()),
            Certificates.key(set.name()))) {
      files.put(file, "../tls/" + file);
    }
    return files;
  }

  /** File with the settings for a purpose, for instance {@code running.conf}. */
  static String settingsFile(Purpose purpose) {
    return purpose.name().toLowerCase(Locale.ROOT) + ".conf";
  }

  /** The server of a VM with a database. */
  DatabaseServer server(Vm vm) {
    return DatabaseServer.of(plan, vm.set(), vm.role());
  }
}
