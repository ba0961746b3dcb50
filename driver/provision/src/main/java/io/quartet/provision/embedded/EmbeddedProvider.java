package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.PinningCheck;
import io.quartet.provision.Provider;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.provision.internal.ControlGroups;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.DeploymentState;
import io.quartet.provision.internal.EventJournal;
import io.quartet.provision.internal.HugePageLimit;
import io.quartet.provision.internal.NameLock;
import io.quartet.provision.internal.NotedServers;
import io.quartet.provision.internal.ServerAccount;
import io.quartet.provision.os.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * PostgreSQL clusters on this machine, each with its own loopback address. Uses an installed
 * PostgreSQL, otherwise the binaries from Maven.
 *
 * <p>As root the servers run as account {@code quartet} with data below {@code /var/lib/quartet};
 * an ordinary user runs them himself with data below {@code ~/.local/state/quartet}.
 */
public final class EmbeddedProvider implements Provider {

  private final ClusterSource source;

  public EmbeddedProvider() {
    this(ClusterTemplate::create);
  }

  EmbeddedProvider(ClusterSource source) {
    this.source = source;
  }

  @Override
  public Deployment up(RunPlan plan, Ownership ownership) {
    DataFolder data = DataFolder.of(plan);
    return underLock(
        data,
        lock -> {
          Optional<DeploymentState> found = DeploymentState.read(data.stateFile());
          boolean isSurviving = found.isPresent() && found.get().ownership() == Ownership.SURVIVING;
          if (isSurviving && ownership == Ownership.OWNED) {
            throw alreadyUp(plan, data);
          }
          if (isSurviving) {
            return resume(plan, data, found.get(), lock);
          }
          removeAll(plan, data);
          return create(plan, data, ownership, lock);
        });
  }

  @Override
  public Deployment attach(RunPlan plan) {
    DataFolder data = DataFolder.of(plan);
    if (!Files.exists(data.stateFile())) {
      throw notUp(plan, data);
    }
    return underLock(
        data,
        lock -> {
          DeploymentState state =
              DeploymentState.read(data.stateFile()).orElseThrow(() -> notUp(plan, data));
          if (state.ownership() != Ownership.SURVIVING) {
            throw notUp(plan, data);
          }
          return resume(plan, data, state, lock);
        });
  }

  /** Makes a deployment that keeps the lock of the name; where that fails, the lock is released. */
  private static Deployment underLock(DataFolder data, LockedAction action) {
    NameLock lock = NameLock.acquire(data);
    try {
      return action.deployment(lock);
    } catch (IOException e) {
      lock.close();
      throw unusable(data, e);
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private interface LockedAction {
    Deployment deployment(NameLock lock) throws IOException;
  }

  @Override
  public void stop(RunPlan plan) {
    DataFolder data = DataFolder.of(plan);
    if (state(data).map(DeploymentState::ownership).equals(Optional.of(Ownership.SURVIVING))) {
      underLock(
              data,
              lock -> {
                EmbeddedDeployment deployment =
                    surviving(plan, data, state(data).orElseThrow(() -> notUp(plan, data)), lock);
                deployment.stopAll();
                return deployment;
              })
          .close();
    }
  }

  @Override
  public boolean isThere(RunPlan plan) {
    return LocalNeeds.of(plan).isUp();
  }

  @Override
  public boolean down(RunPlan plan) {
    DataFolder data = DataFolder.of(plan);
    DatabaseServer.all(plan).forEach(server -> FileTrees.delete(data.failedLog(server.vm())));
    if (!Files.exists(data.folder())
        && !Files.exists(data.lockFile())
        && !EventJournal.of(data).isThere()) {
      // A data folder that was removed by hand leaves what lies on other disks.
      StorageFolders.of(data, plan.provider().tablespaces()).delete();
      release(ControlGroups.detect(plan.name()));
      return false;
    }
    NameLock.remove(data, () -> removeAll(plan, data));
    return true;
  }

  private static void removeAll(RunPlan plan, DataFolder data) {
    data.requireOurs();
    if (!OrphanProcesses.end(data.folder())) {
      throw QuartetException.environment(
          "SERVER_DID_NOT_STOP",
          "processes %s in %s did not end. End them by hand and try again."
              .formatted(OrphanProcesses.in(data.folder()), data.folder()));
    }
    requireSilence(plan, data);
    StorageFolders.of(data, plan.provider().tablespaces()).delete();
    recordedStorage(data).delete();
    data.delete();
    release(ControlGroups.detect(plan.name()));
  }

  /** Takes back what was set up in the kernel for servers that have ended. */
  static void release(ControlGroups groups) {
    groups.remove();
    HugePageLimit.ofMachine().restore();
  }

  /**
   * Refuses to remove anything while an address of these servers is in use. Another benchmark that
   * took over the port later does not count.
   */
  private static void requireSilence(RunPlan plan, DataFolder data) {
    Optional<Integer> port = state(data).map(DeploymentState::port);
    if (port.isEmpty()) {
      return;
    }
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        Ports.listener(set.loopbackAddress(role), port.get())
            .filter(listener -> !listener.isOfAnotherFolder(data))
            .ifPresent(
                listener -> {
                  throw QuartetException.environment(
                      "SERVER_DID_NOT_STOP",
                      ("%s still listens on %s:%s, an address of %s. Nothing was removed. Stop "
                              + "that process, then try again.")
                          .formatted(
                              listener.name(), set.loopbackAddress(role), port.get(), plan.name()));
                });
      }
    }
  }

  /** Folders on other disks as recorded in the state, even if the benchmark file has changed. */
  private static StorageFolders recordedStorage(DataFolder data) {
    return StorageFolders.of(data, state(data).map(DeploymentState::tablespaces).orElse(Map.of()));
  }

  private static Optional<DeploymentState> state(DataFolder data) {
    try {
      return DeploymentState.read(data.stateFile());
    } catch (IOException e) {
      throw unusable(data, e);
    }
  }

  private Deployment create(RunPlan plan, DataFolder data, Ownership ownership, NameLock lock)
      throws IOException {
    PinningCheck.require(plan);
    PostgresInstallation postgres = PostgresInstallation.find(plan);
    LocalNeeds.of(plan).requirePorts();
    Cluster.Context context = context(plan, data, postgres, ownership);
    data.create(context.account());
    EmbeddedDeployment deployment = new EmbeddedDeployment(context, clusters(plan, context), lock);
    try {
      // Ours until everything is there: what a driver leaves that is killed here is made anew.
      DeploymentState state =
          new DeploymentState(
              Ownership.OWNED,
              ProcessHandle.current().pid(),
              postgres.bin().toString(),
              postgres.isEmbedded(),
              Embedded.of(plan).port(),
              plan.setsPerGroup(),
              plan.provider().tablespaces());
      state.write(data.stateFile());
      context.storage().create(context.account());
      DiskRoom.require(plan, context.storage());
      if (!plan.databaseRoles().isEmpty()) {
        deployment.createAndStart(source.create(context));
        NotedServers.note(data, deployment.databases());
      }
      state.as(ownership).write(data.stateFile());
      return deployment;
    } catch (IOException | RuntimeException e) {
      // Whatever it was meant to be: what did not come up is not left behind.
      deployment.abandon();
      throw e;
    }
  }

  private static Deployment resume(
      RunPlan plan, DataFolder data, DeploymentState state, NameLock lock) {
    PinningCheck.require(plan);
    EmbeddedDeployment deployment = surviving(plan, data, state, lock);
    deployment.startMissing();
    NotedServers.require(data, deployment.databases());
    return deployment;
  }

  /** The servers that an earlier {@code up} left, running or not. */
  private static EmbeddedDeployment surviving(
      RunPlan plan, DataFolder data, DeploymentState state, NameLock lock) {
    String found = placement(state.port(), state.setsPerGroup(), state.tablespaces());
    Embedded provider = Embedded.of(plan);
    String wanted = placement(provider.port(), plan.setsPerGroup(), provider.tablespaces());
    if (!found.equals(wanted)) {
      throw QuartetException.badInput(
          "UP_WITH_OTHER_PLAN",
          ("%s is up with %s, but the benchmark file says %s. Run quartet down first, or give this "
                  + "benchmark another name.")
              .formatted(plan.name(), found, wanted));
    }
    PostgresInstallation postgres =
        PostgresInstallation.at(Path.of(state.postgresBin()), state.isEmbedded())
            .orElseThrow(() -> programsGone(state));
    Cluster.Context context = context(plan, data, postgres, Ownership.SURVIVING);
    return new EmbeddedDeployment(context, clusters(plan, context), lock);
  }

  private static String placement(int port, int setsPerGroup, Map<Storage, String> tablespaces) {
    StringBuilder text = new StringBuilder();
    text.append("port ").append(port).append(", ").append(setsPerGroup).append(" Sets per Group");
    new TreeMap<>(tablespaces)
        .forEach(
            (storage, folder) ->
                text.append(", ").append(storage.label()).append(" in ").append(folder));
    return text.toString();
  }

  private static Cluster.Context context(
      RunPlan plan, DataFolder data, PostgresInstallation postgres, Ownership ownership) {
    return new Cluster.Context(
        plan,
        data,
        StorageFolders.of(plan, data),
        postgres,
        ServerAccount.ensure(),
        new ClusterSettings(plan, Machine.detect()),
        ControlGroups.of(plan),
        ownership);
  }

  private static List<Cluster> clusters(RunPlan plan, Cluster.Context context) {
    return DatabaseServer.all(plan).stream().map(server -> new Cluster(server, context)).toList();
  }

  private static QuartetException programsGone(DeploymentState state) {
    return QuartetException.environment(
        "POSTGRES_NOT_FOUND",
        "the servers were started from PostgreSQL in "
            + state.postgresBin()
            + ", which no longer exists. Install it again, or run quartet down.");
  }

  private static QuartetException alreadyUp(RunPlan plan, DataFolder data) {
    return QuartetException.environment(
        "ALREADY_UP",
        ("the databases of %s are up in %s. Run quartet down first, or give this benchmark another "
                + "name.")
            .formatted(plan.name(), data.folder()));
  }

  private static QuartetException notUp(RunPlan plan, DataFolder data) {
    return QuartetException.environment(
        "NOT_UP",
        "no databases of %s are up in %s. Run quartet up with this benchmark file first."
            .formatted(plan.name(), data.root()));
  }

  private static QuartetException unusable(DataFolder data, IOException cause) {
    return QuartetException.environment(
        "DATA_FOLDER_CLOSED",
        "cannot work in %s: %s. Set provider.dataDirectory to a folder you can write to."
            .formatted(data.folder(), cause),
        cause);
  }
}
