package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.DatabaseCopy;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.MachineChange;
import io.quartet.provision.Ownership;
import io.quartet.provision.PageCache;
import io.quartet.provision.Purpose;
import io.quartet.provision.TierAProcess;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.NameLock;
import io.quartet.provision.internal.PostgresTree;
import io.quartet.provision.internal.Tablespaces;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.Parallel;
import io.quartet.provision.os.Waiting;
import io.quartet.tiera.client.TierAPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/** The clusters of one plan on this machine. */
final class EmbeddedDeployment implements Deployment {

  private final Cluster.Context context;
  private final List<Cluster> clusters;
  private final NameLock lock;
  private final TierALauncher tierA;
  private boolean isClosed;

  EmbeddedDeployment(Cluster.Context context, List<Cluster> clusters, NameLock lock) {
    this.context = context;
    this.clusters = List.copyOf(clusters);
    this.lock = lock;
    this.tierA = new TierALauncher(context);
  }

  /**
   * Makes all clusters and starts them, all at the same time.
   *
   * @param source the data folder that the cluster of a server is copied from
   */
  void createAndStart(Function<DatabaseServer, Path> source) {
    inParallel(
        cluster -> {
          cluster.createFrom(source.apply(cluster.server()));
          cluster.start();
        });
    inParallel(
        cluster -> {
          cluster.awaitReady();
          cluster.ensureTablespaces();
        });
    FileTrees.delete(context.data().template());
    inParallel(withDifferentSettings(), this::trySettings);
  }

  /** One cluster for each combination of a role, settings and memory that the plan has. */
  private List<Cluster> withDifferentSettings() {
    Set<Object> seen = new HashSet<>();
    return clusters.stream()
        .filter(cluster -> !cluster.size().settings().isEmpty())
        .filter(cluster -> seen.add(List.of(cluster.server().role(), cluster.size())))
        .toList();
  }

  /**
   * Starts a server as for a run. PostgreSQL refuses some settings only then: a library that is
   * missing, more memory than there is, two that exclude each other.
   */
  private void trySettings(Cluster cluster) {
    try {
      cluster.prepare(Purpose.RUNNING);
    } catch (QuartetException e) {
      throw new QuartetException(
          e.kind(), e.code(), "with the settings of the benchmark file: " + e.getMessage(), e);
    }
  }

  /**
   * Starts the clusters that are not running, with the settings of today's plan: with those of
   * another they may not start.
   */
  void startMissing() {
    inParallel(
        cluster -> {
          cluster.settleCopies();
          if (cluster.processId().isEmpty()) {
            cluster.configureAgain();
          }
          cluster.ensureRunning();
          cluster.ensureTablespaces();
        });
  }

  /** Stops every server in order. */
  void stopAll() {
    inParallel(Cluster::stop);
  }

  private interface Action {
    void on(Cluster cluster) throws IOException;
  }

  private void inParallel(Action action) {
    inParallel(clusters, action);
  }

  private static void inParallel(List<Cluster> clusters, Action action) {
    Parallel.forEach(
        clusters,
        clusters.size(),
        cluster -> {
          try {
            action.on(cluster);
          } catch (IOException e) {
            throw cluster.cannotSetUp(e);
          }
        });
  }

  private Cluster cluster(DatabaseServer server) {
    return clusters.stream()
        .filter(cluster -> cluster.server().equals(server))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("not ours: " + server));
  }

  @Override
  public List<DatabaseServer> databases() {
    return clusters.stream().map(Cluster::server).toList();
  }

  @Override
  public Path passwordFile() {
    return context.data().passwordFile();
  }

  @Override
  public Path logFolder() {
    return context.data().logFolder();
  }

  @Override
  public void prepare(DatabaseServer server, Purpose purpose) {
    cluster(server).prepare(purpose);
  }

  @Override
  public boolean ensureRunning(DatabaseServer server) {
    return cluster(server).ensureRunning();
  }

  @Override
  public void restart(DatabaseServer server) {
    cluster(server).restart();
  }

  @Override
  public List<PageCache> dropPageCaches() {
    List<PageCache> dropped = new CopyOnWriteArrayList<>();
    // In another thread: reading from a process cannot be interrupted.
    Parallel.forEach(
        List.of(context.data().folder()), 1, folder -> dropped.add(PageCache.dropHere(folder)));
    return List.copyOf(dropped);
  }

  @Override
  public void kill(DatabaseServer server) {
    cluster(server).kill();
  }

  @Override
  public MachineChange pause(DatabaseServer server) {
    return cluster(server).pause();
  }

  @Override
  public MachineChange limit(String vm, EventAction.OnVm limit) {
    return context.groups().change(vm, context.plan().sizes().get(vm), limit);
  }

  @Override
  public DatabaseCopy copy(DatabaseServer source, DatabaseServer target, Copy.Method method) {
    return method == Copy.Method.CLONE
        ? clone(source, target, CopyProgram.CLONE)
        : new ClusterCopy(cluster(source), cluster(target), context, Optional.empty());
  }

  /** A clone by another command. */
  DatabaseCopy clone(DatabaseServer source, DatabaseServer target, List<String> command) {
    return new ClusterCopy(cluster(source), cluster(target), context, Optional.of(command));
  }

  @Override
  public void requireRoomForCopies(DatabaseServer source, List<DatabaseServer> targets) {
    ClusterCopy.requireRoom(cluster(source), targets.stream().map(this::cluster).toList());
  }

  @Override
  public void requireRoom(Map<DatabaseServer, Map<String, Long>> bytes) {
    DiskNeeds needs = new DiskNeeds();
    try {
      for (Map<String, Long> ofServer : bytes.values()) {
        for (Map.Entry<String, Long> tablespace : ofServer.entrySet()) {
          needs.add(folder(tablespace.getKey()), tablespace.getValue());
        }
      }
      needs.require(
          "the copies of the databases",
          "Free disk space, load fewer Load Units or trade days, or do not use copies");
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "the free space on the disk of %s cannot be read (%s). Check its permissions."
              .formatted(context.data().folder(), e),
          e);
    }
  }

  /** Where a tablespace lies, as far as its disk goes. */
  private Path folder(String tablespace) {
    return context.storage().roots().entrySet().stream()
        .filter(entry -> Tablespaces.name(entry.getKey()).equals(tablespace))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(context.data().folder());
  }

  @Override
  public boolean isAlive(DatabaseServer server) {
    return cluster(server).processId().isPresent();
  }

  @Override
  public OptionalLong processId(DatabaseServer server) {
    return cluster(server).processId();
  }

  @Override
  public String logTail(DatabaseServer server) {
    return cluster(server).logTail();
  }

  @Override
  public TierAPlace tierA(VmSet set) {
    return tierA.place(set);
  }

  @Override
  public TierAProcess startTierA(VmSet set) {
    return tierA.start(set, passwordFile());
  }

  @Override
  public String probeTierA(VmSet set) {
    return tierA.probe(set, passwordFile());
  }

  /** A tool on a VM joins its control groups. */
  @Override
  public ToolPlace tool(DatabaseServer server, Origin origin) {
    if (origin == Origin.DRIVER) {
      return Deployment.super.tool(server, origin);
    }
    boolean hasSocket = origin == Origin.VM_SOCKET;
    return ToolPlace.here(
        server,
        passwordFile(),
        hasSocket ? context.data().socketFolder(server.vm()).toString() : server.host(),
        context
            .groups()
            .ensure(
                server.vm(),
                server.role(),
                context.plan().provider().size(server.set(), server.role())));
  }

  @Override
  public Optional<Path> programBesideServer(String name) {
    return Optional.of(context.postgres().bin().resolve(name)).filter(Files::isExecutable);
  }

  @Override
  public Optional<String> tablespace(Storage storage) {
    return Optional.of(storage)
        .filter(kind -> kind != Storage.WAL && context.storage().roots().containsKey(kind))
        .map(Tablespaces::name);
  }

  @Override
  public Map<String, Path> logs() {
    Map<String, Path> logs = new LinkedHashMap<>();
    for (VmSet set : context.plan().setsWithTierA()) {
      String tierAName = set.vmName(VmRole.TIER_A);
      logs.put(tierAName, logFolder().resolve(tierAName + ".log"));
    }
    for (Cluster cluster : clusters) {
      logs.put(cluster.server().vm(), cluster.log());
    }
    return logs;
  }

  @Override
  public List<Path> dataFolders() {
    return Stream.concat(
            Stream.of(context.data().folder()), context.storage().roots().values().stream())
        .toList();
  }

  @Override
  public Map<String, Object> facts() {
    RunPlan plan = context.plan();
    Map<String, Object> postgres = new LinkedHashMap<>();
    postgres.put("version", context.postgres().version());
    postgres.put("major", context.postgres().major());
    postgres.put("bin", context.postgres().bin().toString());
    postgres.put("isEmbedded", context.postgres().isEmbedded());
    Embedded.of(plan).postgres().map(PostgresTree::facts).ifPresent(postgres::putAll);
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "embedded");
    facts.put("ownership", context.ownership().name().toLowerCase(Locale.ROOT));
    facts.put("postgres", postgres);
    facts.put("isolation", context.groups().description());
    facts.put("account", context.account().isOther() ? context.account().name() : "own");
    facts.put("dataFolder", context.data().folder().toString());
    Map<String, Object> storage = new LinkedHashMap<>();
    for (Storage kind : Storage.values()) {
      Optional.ofNullable(context.storage().roots().get(kind))
          .ifPresent(root -> storage.put(kind.label(), root.toString()));
    }
    facts.put("tablespaces", storage);
    facts.put("maxConnections", context.settings().maxConnections());
    facts.put("diskNeededBytes", DiskRoom.needed(plan));
    return facts;
  }

  @Override
  public boolean survives() {
    return context.ownership() == Ownership.SURVIVING;
  }

  @Override
  public void close() {
    if (survives()) {
      closeOnce(
          () -> {
            tierA.close();
            lock.close();
          });
    } else {
      abandon();
    }
  }

  /** Ends and removes everything, independent of its owner. */
  void abandon() {
    closeOnce(
        () -> {
          try {
            tierA.close();
            clusters.forEach(Cluster::requestEnd);
            clusters.forEach(Cluster::end);
            OrphanProcesses.end(context.data().folder());
            context.storage().delete();
            context.data().delete();
          } finally {
            EmbeddedProvider.release(context.groups());
            lock.close();
          }
        });
  }

  private synchronized void closeOnce(Runnable action) {
    if (!isClosed) {
      isClosed = true;
      Waiting.uninterrupted(action);
    }
  }
}
