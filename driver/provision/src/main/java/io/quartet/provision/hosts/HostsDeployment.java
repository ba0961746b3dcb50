package io.quartet.provision.hosts;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.LoaderPlace;
import io.quartet.provision.MachineChange;
import io.quartet.provision.PageCache;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.Purpose;
import io.quartet.provision.TierAProcess;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.internal.NameLock;
import io.quartet.provision.internal.PostgresTree;
import io.quartet.provision.internal.Tablespaces;
import io.quartet.provision.internal.prepared.RemoteServers;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.Parallel;
import io.quartet.provision.os.Waiting;
import io.quartet.results.events.EventSink;
import io.quartet.tiera.client.TierAPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Machines that exist already, seen through their addresses. No process or file of theirs is in
 * reach, unless Quartet has prepared them.
 */
final class HostsDeployment implements Deployment {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunPlan plan;
  private final Path passwordFile;
  private final List<PreparedMachine> machines;
  private final NameLock nameLock;
  private final ServerLocks serverLocks;
  private final Optional<RemoteServers> servers;
  private Path logFolder;
  private boolean isClosed;

  /**
   * @param machines what was found at the databases
   * @param nameLock closed with this, as are the others
   */
  HostsDeployment(
      RunPlan plan,
      Path passwordFile,
      List<PreparedMachine> machines,
      NameLock nameLock,
      ServerLocks serverLocks) {
    this.plan = plan;
    this.passwordFile = passwordFile;
    this.machines = List.copyOf(machines);
    this.nameLock = nameLock;
    this.serverLocks = serverLocks;
    this.servers = plan.provider().preparation().map(made -> new RemoteServers(plan));
  }

  @Override
  public List<DatabaseServer> databases() {
    return DatabaseServer.all(plan);
  }

  @Override
  public Path passwordFile() {
    return passwordFile;
  }

  @Override
  public synchronized Path logFolder() {
    if (logFolder == null) {
      logFolder = servers.map(RemoteServers::logFolder).orElseGet(HostsDeployment::newFolder);
    }
    return logFolder;
  }

  /** Nothing is kept of machines that Quartet has not prepared, so there is no folder for it. */
  private static Path newFolder() {
    try {
      return Files.createTempDirectory("quartet-logs-");
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "No folder for logs can be created (%s). Free space in %s."
              .formatted(e, System.getProperty("java.io.tmpdir")),
          e);
    }
  }

  @Override
  public LoaderPlace loader(DatabaseServer server, String database, String indexes) {
    return servers
        .map(remote -> remote.loader(server, database, indexes))
        .orElseGet(() -> Deployment.super.loader(server, database, indexes));
  }

  @Override
  public ToolPlace tool(DatabaseServer server, Origin origin) {
    return origin == Origin.DRIVER
        ? Deployment.super.tool(server, origin)
        : servers.orElseThrow().tool(server, origin);
  }

  /** As many as there are machines, if the work is done there. */
  @Override
  public int databasesAtATime() {
    return servers.isEmpty()
        ? Deployment.super.databasesAtATime()
        : (int) Math.max(1, databases().stream().map(DatabaseServer::host).distinct().count());
  }

  @Override
  public Optional<String> tablespace(Storage storage) {
    return servers
        .filter(remote -> storage != Storage.WAL && remote.storages().contains(storage))
        .map(remote -> Tablespaces.name(storage));
  }

  /**
   * Changes nothing on machines that an administrator has prepared, because settings are theirs;
   * but what a run needs has to be there.
   *
   * @throws io.quartet.model.QuartetException MACHINES_NOT_READY if a setting is not durable
   */
  @Override
  public void prepare(DatabaseServer server, Purpose purpose) {
    servers.ifPresent(remote -> serverLocks.during(server, () -> remote.prepare(server, purpose)));
    PreparedMachine.requireReady(
        plan, List.of(DatabaseCheck.at(server, plan, passwordFile, purpose)));
  }

  /** Servers of prepared machines are started by who prepared them. */
  @Override
  public boolean ensureRunning(DatabaseServer server) {
    return servers.map(remote -> remote.ensureRunning(server)).orElse(false);
  }

  @Override
  public void restart(DatabaseServer server) {
    RemoteServers remote =
        servers.orElseThrow(() -> new UnsupportedOperationException("not ours: " + server));
    serverLocks.during(server, () -> remote.restart(server));
  }

  @Override
  public List<PageCache> dropPageCaches() {
    return servers.map(RemoteServers::dropPageCaches).orElse(List.of());
  }

  @Override
  public void kill(DatabaseServer server) {
    RemoteServers remote = ours(server.vm(), "SERVER_NOT_KILLED", "killed");
    serverLocks.during(server, () -> remote.kill(server));
  }

  @Override
  public MachineChange pause(DatabaseServer server) {
    return ours(server.vm(), "SERVER_NOT_PAUSED", "paused").pause(server);
  }

  @Override
  public Optional<List<String>> startCommand(DatabaseServer server) {
    return servers.map(remote -> remote.start(server));
  }

  private RemoteServers ours(String vm, String code, String done) {
    return servers.orElseThrow(
        () ->
            QuartetException.environment(
                code, vm + ": services of prepared machines can only be " + done + " there."));
  }

  @Override
  public MachineChange limit(String vm, EventAction.OnVm limit) {
    return ours(vm, "LIMITS_NOT_POSSIBLE", "limited").limit(vm, limit);
  }

  /** Where the disks of other machines cannot be seen, a full one ends the load with an error. */
  @Override
  public void requireRoom(Map<DatabaseServer, Map<String, Long>> bytes) {
    servers.ifPresent(
        remote ->
            Parallel.forEach(
                List.copyOf(bytes.keySet()),
                bytes.size(),
                server -> remote.requireRoom(server, bytes.get(server))));
  }

  /** True always: whether a server answers is told by those who ask it something. */
  @Override
  public boolean isAlive(DatabaseServer server) {
    return true;
  }

  @Override
  public OptionalLong processId(DatabaseServer server) {
    return OptionalLong.empty();
  }

  @Override
  public String logTail(DatabaseServer server) {
    return servers.map(remote -> remote.logTail(server)).orElse("");
  }

  @Override
  public TierAPlace tierA(VmSet set) {
    return new TierAPlace(set, plan.provider().address(set, VmRole.TIER_A), Optional.empty());
  }

  /** Tells where it is: it runs as a service there. */
  @Override
  public TierAProcess startTierA(VmSet set) {
    return new TierAProcess(tierA(set), Optional.empty());
  }

  /** Asks the databases from here, in place of the Tier A, which has no call for it. */
  @Override
  public String probeTierA(VmSet set) {
    return databases().stream()
        .filter(server -> server.set().equals(set))
        .map(server -> DatabaseCheck.at(server, plan, passwordFile, Purpose.LOADING))
        .map(HostsDeployment::line)
        .collect(Collectors.joining("\n"));
  }

  private static String line(PreparedMachine machine) {
    ObjectNode line = JSON.createObjectNode();
    VmRole role = VmRole.of(machine.vm()).orElseThrow();
    line.put("vm", role.name().toLowerCase(Locale.ROOT));
    line.put("version", machine.version());
    line.put("error", machine.problem());
    return line.toString();
  }

  @Override
  public Map<String, Path> logs() {
    return servers.map(RemoteServers::logs).orElse(Map.of());
  }

  @Override
  public Map<String, Object> facts() {
    List<String> versions = machines.stream().map(PreparedMachine::version).distinct().toList();
    Map<String, Object> postgres = new LinkedHashMap<>();
    postgres.put("version", String.join(", ", versions));
    plan.provider()
        .preparation()
        .map(made -> PostgresTree.facts(made.postgres().source()))
        .ifPresent(postgres::putAll);
    if (versions.size() > 1) {
      Map<String, Object> byVm = new LinkedHashMap<>();
      machines.forEach(machine -> byVm.put(machine.vm(), machine.version()));
      postgres.put("byVm", byVm);
    }
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "hosts");
    facts.put("postgres", postgres);
    return facts;
  }

  @Override
  public boolean survives() {
    return true;
  }

  @Override
  public Notices reportTo(EventSink events) {
    return serverLocks.reportTo(events);
  }

  /** Gives the locks back, and removes logs that no machine has asked for. */
  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      Waiting.uninterrupted(
          () -> {
            serverLocks.close();
            nameLock.close();
            if (servers.isEmpty() && logFolder != null) {
              FileTrees.delete(logFolder);
            }
          });
    }
  }
}
