package io.quartet.provision.internal.prepared;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.EventAction.DiskLimit;
import io.quartet.model.plan.EventAction.DiskRate;
import io.quartet.model.plan.EventAction.MemoryLimit;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.EventAction.ProcessorLimit;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.LoaderPlace;
import io.quartet.provision.MachineChange;
import io.quartet.provision.PageCache;
import io.quartet.provision.Purpose;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.Tablespaces;
import io.quartet.provision.internal.prepared.MachineShell.How;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.Parallel;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/**
 * The servers that Quartet made on machines: restarts, kills and reads the logs of them through
 * {@code scripts/machines/server}. Thread-safe.
 */
public final class RemoteServers {

  /**
   * Longest stop and start of a server together, with the connection to its machine. Its service
   * allows more: otherwise systemd would kill a server that is still recovering.
   */
  static final Duration LONGEST_CHANGE = Deployment.RECOVERY_LIMIT.multipliedBy(2).plusMinutes(1);

  private static final String SCRIPT = "server";
  private static final int TAIL_LINES = 12;

  /** Lines of a log that are fetched at the end of a run: some MB. */
  private static final int LOG_LINES = 50_000;

  private final RunPlan plan;
  private final MachinePlaces places;
  private final MachineShell shell;
  private final DataFolder data;
  private final Duration longestChange;

  public RemoteServers(RunPlan plan) {
    this(plan, LONGEST_CHANGE);
  }

  /** With another limit for the start or stop of a server. */
  RemoteServers(RunPlan plan, Duration longestChange) {
    this.plan = plan;
    this.longestChange = longestChange;
    this.places = MachinePlaces.of(plan);
    this.shell = new MachineShell(plan.provider().ssh().orElseThrow());
    this.data = DataFolder.of(plan);
  }

  public Path logFolder() {
    return data.logFolder();
  }

  private Commands.Result run(VmSet set, VmRole role, List<String> arguments) {
    return shell.run(places.host(set, role), SCRIPT, arguments);
  }

  private Commands.Result run(DatabaseServer server, List<String> arguments) {
    return run(server.set(), server.role(), arguments);
  }

  private Commands.Result change(DatabaseServer server, List<String> arguments) {
    String host = places.host(server.set(), server.role());
    return shell.run(host, SCRIPT, arguments, longestChange);
  }

  private String unit(DatabaseServer server) {
    return places.unit(server.set(), server.role());
  }

  /** Gives a server the settings for a purpose; restarts it when that is a change. */
  public void prepare(DatabaseServer server, Purpose purpose) {
    String settings = MachineInventory.settingsFile(purpose);
    String folder = places.home(server.set(), server.role()) + "/data";
    requireStarted(server, change(server, List.of("settings", unit(server), folder, settings)));
  }

  /** Starts a server if it does not run; true if it did not. */
  public boolean ensureRunning(DatabaseServer server) {
    Commands.Result result = change(server, List.of("start", unit(server)));
    requireStarted(server, result);
    return !result.output().isEmpty();
  }

  /** Stops a server in order and starts it again. */
  public void restart(DatabaseServer server) {
    requireStarted(server, change(server, List.of("restart", unit(server))));
  }

  /** Drops the page cache of each machine with databases, or says why it was kept. */
  public List<PageCache> dropPageCaches() {
    return pageCaches(EventScript.CLEAR_CACHES);
  }

  /** The same without dropping them: why they would be kept. */
  public List<PageCache> canDropPageCaches() {
    return pageCaches(EventScript.question(EventScript.CLEAR_CACHES));
  }

  private List<PageCache> pageCaches(List<String> arguments) {
    Map<String, PageCache> caches = new ConcurrentSkipListMap<>();
    List<String> hosts =
        DatabaseServer.all(plan).stream()
            .map(server -> places.host(server.set(), server.role()))
            .distinct()
            .toList();
    Parallel.forEach(
        hosts,
        hosts.size(),
        host ->
            caches.put(
                host,
                PageCache.of(host, shell.run(host, EventScript.NAME, arguments, PageCache.LIMIT))));
    return List.copyOf(caches.values());
  }

  private void requireStarted(DatabaseServer server, Commands.Result result) {
    if (result.isLate()) {
      throw QuartetException.environment(
          "SERVER_DID_NOT_START",
          ("%s: PostgreSQL did not start within %s s, but it may still be working: recovering, or"
                  + " writing its last checkpoint. The end of its log:%n%s%nWait until the log says"
                  + " that it is ready, then run the command again.")
              .formatted(server.place(), longestChange.toSeconds(), logTail(server)));
    }
    if (!result.isSuccess()) {
      throw QuartetException.environment(
          "SERVER_DID_NOT_START",
          "%s: PostgreSQL did not start: %s%nThe end of its log:%n%s%nFix the errors that it names."
              .formatted(server.place(), result.output(), logTail(server)));
    }
  }

  /** Ends a server and its sessions with KILL. */
  public void kill(DatabaseServer server) {
    Commands.Result result = run(server, List.of("kill", unit(server)));
    if (!result.isSuccess()) {
      throw QuartetException.environment(
          "SERVER_NOT_KILLED",
          "%s: PostgreSQL could not be killed: %s".formatted(server.place(), result.output()));
    }
  }

  /** Lets a server and its sessions stand still. */
  public MachineChange pause(DatabaseServer server) {
    return new MachineChange(signal(server, "STOP"), signal(server, "CONT"));
  }

  private List<String> signal(DatabaseServer server, String signal) {
    return command(server, List.of("signal", unit(server), signal));
  }

  /** Other limits for the service of a VM, and those of its files. */
  public MachineChange limit(String vm, OnVm limit) {
    return new MachineChange(limit("limit", vm(vm), limit), limit("unlimit", vm(vm), limit));
  }

  private List<String> limit(String verb, VmMachine.Vm vm, OnVm limit) {
    List<String> arguments = new ArrayList<>(List.of(verb, places.unit(vm.set(), vm.role())));
    arguments.addAll(limits(limit));
    return shell.command(places.host(vm.set(), vm.role()), SCRIPT, Set.of(How.ROOT), arguments);
  }

  /** Why the service of a VM could not get such a limit; empty if no reason can be seen. */
  public Optional<String> obstacle(String vm, OnVm limit) {
    List<String> arguments = new ArrayList<>(List.of("limits"));
    arguments.addAll(limits(limit));
    Commands.Result result = run(vm(vm).set(), vm(vm).role(), arguments);
    return result.isSuccess() ? Optional.empty() : Optional.of(Text.visible(result.output()));
  }

  private static List<String> limits(OnVm limit) {
    if (limit instanceof ProcessorLimit processors) {
      return List.of("millicpus=" + Math.max(1, Math.round(processors.cpus() * 1000)));
    } else if (limit instanceof MemoryLimit memory) {
      return List.of("memory=" + memory.bytes());
    }
    DiskLimit disk = (DiskLimit) limit;
    return Stream.of(
            disk.reads().map(rate -> limit("read", rate)),
            disk.writes().map(rate -> limit("write", rate)))
        .flatMap(Optional::stream)
        .toList();
  }

  private static String limit(String direction, DiskRate rate) {
    return direction + (rate.areBytes() ? "Bytes=" : "Operations=") + rate.perSecond();
  }

  /** Command of this machine that starts a server if it does not run. */
  public List<String> start(DatabaseServer server) {
    return command(server, List.of("start", unit(server)));
  }

  private List<String> command(DatabaseServer server, List<String> arguments) {
    String host = places.host(server.set(), server.role());
    return shell.command(host, SCRIPT, Set.of(How.ROOT), arguments);
  }

  public String logTail(DatabaseServer server) {
    String log = places.log(server.set(), server.role());
    return run(server, List.of("tail", log, Integer.toString(TAIL_LINES))).output();
  }

  /** Fetches the logs of all VMs into the log folder; what cannot be fetched is left out. */
  public Map<String, Path> logs() {
    Map<String, Path> logs = new ConcurrentSkipListMap<>();
    List<VmMachine.Vm> vms = vms().toList();
    Parallel.forEach(vms, vms.size(), vm -> log(vm).ifPresent(file -> logs.put(vm.name(), file)));
    return logs;
  }

  private Stream<VmMachine.Vm> vms() {
    return VmMachine.of(plan).stream().flatMap(machine -> machine.vms().stream());
  }

  private VmMachine.Vm vm(String name) {
    return vms().filter(vm -> vm.name().equals(name)).findFirst().orElseThrow();
  }

  private Optional<Path> log(VmMachine.Vm vm) {
    List<String> arguments =
        vm.role().isDatabase()
            ? List.of("tail", places.log(vm.set(), vm.role()), Integer.toString(LOG_LINES))
            : List.of("journal", places.unit(vm.set(), vm.role()));
    Commands.Result log = run(vm.set(), vm.role(), arguments);
    if (!log.isSuccess()) {
      return Optional.empty();
    }
    Path file = data.logFolder().resolve(vm.name() + ".log");
    write(file, log.output() + "\n");
    return Optional.of(file);
  }

  private static void write(Path file, String text) {
    try {
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED", file + " cannot be written (" + e + "). Make room there.", e);
    }
  }

  /**
   * Makes sure that the disks of a server have room for more.
   *
   * @param bytes bytes to come by tablespace
   * @throws QuartetException DISK_TOO_SMALL
   */
  public void requireRoom(DatabaseServer server, Map<String, Long> bytes) {
    Map<String, Long> byFolder = new LinkedHashMap<>();
    bytes.forEach(
        (tablespace, more) -> byFolder.merge(folder(server, tablespace), more, Long::sum));
    new RemoteRoom(shell, places.host(server.set(), server.role()), server.place())
        .require(
            byFolder,
            "the copies of the database",
            "Free disk space there, load fewer Load Units or trade days, or do not use copies");
  }

  private String folder(DatabaseServer server, String tablespace) {
    return places.tablespaces(server.set(), server.role()).entrySet().stream()
        .filter(entry -> Tablespaces.name(entry.getKey()).equals(tablespace))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(places.home(server.set(), server.role()));
  }

  /** Beside the server, through its socket. */
  public LoaderPlace loader(DatabaseServer server, String database, String indexes) {
    String home = places.home(server.set(), server.role());
    String folder = places.folder() + "/loader/";
    List<String> arguments = new ArrayList<>(List.of("load", folder, MachineInventory.ACCOUNT));
    arguments.addAll(environment(server, home, home, database));
    arguments.add("--");
    String host = places.host(server.set(), server.role());
    return new LoaderPlace(
        shell.command(host, SCRIPT, Set.of(How.ROOT, How.STREAM), arguments),
        Map.of(),
        folder + LoaderPackage.SCHEMA,
        Database.isPath(indexes) ? folder + LoaderPackage.INDEXES : indexes,
        true);
  }

  /** Beside the server, where its own installation comes first. */
  public ToolPlace tool(DatabaseServer server, Origin origin) {
    String host = places.host(server.set(), server.role());
    String home = places.home(server.set(), server.role());
    boolean hasSocket = origin == Origin.VM_SOCKET;
    List<String> options = MachineShell.options(plan.provider().ssh().orElseThrow());
    options.addAll(List.of(host, places.folder(), unit(server), MachineInventory.ACCOUNT));
    options.addAll(
        environment(server, hasSocket ? home : server.host(), home, DatabaseServer.DATABASE));
    options.add("HOME=" + home); // Root's may have certificates that libpq would send.
    options.add("LC_ALL=C"); // What it prints is read.
    if (!hasSocket && server.authority().isPresent()) {
      options.add("PGSSLMODE=require");
    }
    options.add("--");
    String beside = QuartetHome.script("machines/beside").toString();
    return new ToolPlace(
        List.of(beside),
        List.of(beside, "--pipes"),
        options,
        shell.command(
            host, "tool", Set.of(How.ROOT), List.of("ask", unit(server), MachineInventory.ACCOUNT)),
        Map.of(),
        true);
  }

  /** With which a program on its machine connects to a server. */
  private static List<String> environment(
      DatabaseServer server, String host, String home, String database) {
    return List.of(
        "PGHOST=" + host,
        "PGPORT=" + server.port(),
        "PGUSER=" + DatabaseServer.DATABASE,
        "PGDATABASE=" + database,
        "PGPASSFILE=" + home + "/pgpass");
  }

  /** Storages of the databases that have a tablespace. */
  public Set<Storage> storages() {
    return places.preparation().tablespaces().keySet();
  }

  /**
   * Creates the tablespaces of a server that are missing.
   *
   * @throws QuartetException TABLESPACE_NOT_CREATED
   */
  public void ensureTablespaces(DatabaseServer server) {
    Map<Storage, Path> folders = new LinkedHashMap<>();
    places
        .tablespaces(server.set(), server.role())
        .forEach((storage, folder) -> folders.put(storage, Path.of(folder)));
    Tablespaces.ensure(server, folders, data.passwordFile());
  }
}
