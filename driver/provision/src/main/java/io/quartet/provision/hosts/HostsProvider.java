package io.quartet.provision.hosts;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.MachineListener;
import io.quartet.provision.Ownership;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.Provider;
import io.quartet.provision.Purpose;
import io.quartet.provision.internal.ControlGroups;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.EventJournal;
import io.quartet.provision.internal.NameLock;
import io.quartet.provision.internal.NotedServers;
import io.quartet.provision.internal.PasswordFile;
import io.quartet.provision.internal.prepared.MachinePreparation;
import io.quartet.provision.internal.prepared.RemoteServers;
import io.quartet.provision.os.Parallel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Machines that exist already: PostgreSQL with an empty database on every VM2 and VM3, a Tier A
 * service on every VM1. Either an administrator has prepared them, and this class changes only the
 * content of the databases there. Or the plan wants Quartet to prepare them.
 */
public final class HostsProvider implements Provider {

  /** Where there is no database there is no password. */
  private static final Path NO_PASSWORDS = Path.of("/dev/null");

  private final Supplier<Path> passwordFile;
  private final MachineListener listener;

  /**
   * Passwords of machines that an administrator has prepared come from {@code PGPASSFILE} or {@code
   * $HOME/.pgpass}.
   *
   * @param listener follows the work on machines
   */
  public HostsProvider(MachineListener listener) {
    this(PasswordFile::find, listener);
  }

  HostsProvider(Supplier<Path> passwordFile) {
    this(passwordFile, MachineListener.NONE);
  }

  private HostsProvider(Supplier<Path> passwordFile, MachineListener listener) {
    this.passwordFile = passwordFile;
    this.listener = listener;
  }

  /**
   * Prepares every machine if the plan wants it, then looks at each.
   *
   * @param ownership of no meaning: the machines stay as they are
   * @throws QuartetException NAME_IN_USE, SERVER_IN_USE; MACHINES_NOT_READY with everything that is
   *     missing, PASSWORD_FILE, and those of {@link MachinePreparation#up}
   */
  @Override
  public Deployment up(RunPlan plan, Ownership ownership) {
    return underNameLock(
        plan,
        name -> {
          if (plan.provider().preparation().isPresent()) {
            new MachinePreparation(plan).up(listener);
          }
          return underServerLocks(
              plan,
              name,
              databases -> {
                List<PreparedMachine> others = new ArrayList<>(PreparedMachines.tierAs(plan));
                others.addAll(PreparedMachines.collectors(plan));
                if (areOursAndReady(plan, databases)) {
                  others.addAll(finish(plan));
                }
                return others;
              });
        });
  }

  private static boolean areOursAndReady(RunPlan plan, List<PreparedMachine> databases) {
    return plan.provider().preparation().isPresent()
        && databases.stream().allMatch(PreparedMachine::isReady);
  }

  /**
   * Makes what of a database can only be made through SQL, notes which servers these are, and reads
   * their settings back.
   */
  private List<PreparedMachine> finish(RunPlan plan) {
    RemoteServers servers = new RemoteServers(plan);
    List<DatabaseServer> databases = DatabaseServer.all(plan);
    Parallel.forEach(databases, databases.size(), servers::ensureTablespaces);
    NotedServers.note(DataFolder.of(plan), databases);
    return PreparedMachines.settings(plan, passwords(plan));
  }

  /**
   * Looks at every database; a run looks at the Tier As by itself.
   *
   * @throws QuartetException NAME_IN_USE, SERVER_IN_USE, MACHINES_NOT_READY, PASSWORD_FILE; NOT_UP
   *     if Quartet has yet to prepare the machines; WRONG_SERVER if others answer than those
   */
  @Override
  public Deployment attach(RunPlan plan) {
    return underNameLock(
        plan,
        name -> {
          if (plan.provider().preparation().isPresent()) {
            requireUp(plan);
          }
          return underServerLocks(
              plan,
              name,
              databases -> {
                if (areOursAndReady(plan, databases)) {
                  NotedServers.require(DataFolder.of(plan), DatabaseServer.all(plan));
                }
                return List.of();
              });
        });
  }

  private void requireUp(RunPlan plan) {
    if (!isThere(plan)) {
      throw QuartetException.environment(
          "NOT_UP",
          "this driver has not prepared the machines of %s. Run quartet up with this benchmark file first."
              .formatted(plan.name()));
    }
    new MachinePreparation(plan).requireUp();
  }

  private interface UnderLock {
    Deployment deployment(NameLock name);
  }

  private static Deployment underNameLock(RunPlan plan, UnderLock action) {
    NameLock name = NameLock.acquire(DataFolder.of(plan));
    try {
      return action.deployment(name);
    } catch (RuntimeException e) {
      name.close();
      throw e;
    }
  }

  /**
   * Makes a deployment that keeps the lock of the name and those of the servers. The servers are
   * locked before they are looked at: what another driver does there may look like a defect.
   *
   * @param others looks at everything else, once the databases were looked at
   */
  private Deployment underServerLocks(
      RunPlan plan, NameLock name, UnaryOperator<List<PreparedMachine>> others) {
    Path passwords = passwords(plan);
    ServerLocks servers = ServerLocks.acquire(plan, passwords);
    try {
      List<PreparedMachine> databases =
          PreparedMachines.databases(plan, passwords, Purpose.LOADING);
      List<PreparedMachine> all = new ArrayList<>(databases);
      all.addAll(others.apply(databases));
      PreparedMachine.requireReady(plan, all);
      servers.requireAll();
      return new HostsDeployment(plan, passwords, databases, name, servers);
    } catch (RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  /** Leaves machines as they are that an administrator has prepared. */
  @Override
  public void stop(RunPlan plan) {
    if (isThere(plan)) {
      try (NameLock name = NameLock.acquire(DataFolder.of(plan))) {
        new MachinePreparation(plan).stop();
      }
    }
  }

  @Override
  public boolean isThere(RunPlan plan) {
    return plan.provider().preparation().isPresent()
        && Files.exists(DataFolder.of(plan).passwordFile());
  }

  @Override
  public boolean down(RunPlan plan) {
    DataFolder data = DataFolder.of(plan);
    if (plan.driver().pinning().isPresent()) {
      ControlGroups.detect(plan.name()).remove(); // Of a driver that was killed.
    }
    if (plan.provider().preparation().isEmpty()) {
      if (EventJournal.of(data).isThere()) {
        NameLock.acquire(data).close(); // Takes events back.
      }
      return false;
    }
    boolean wasThere = Files.exists(data.folder());
    NameLock.remove(
        data,
        () -> {
          new MachinePreparation(plan).down(listener);
          data.delete();
        });
    return wasThere;
  }

  private Path passwords(RunPlan plan) {
    return plan.databaseRoles().isEmpty()
        ? NO_PASSWORDS
        : PreparedMachines.passwordFile(plan, passwordFile);
  }
}
