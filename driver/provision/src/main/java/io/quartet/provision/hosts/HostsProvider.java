package io.quartet.provision.hosts;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.PasswordFile;
import io.quartet.provision.Provider;
import io.quartet.provision.Purpose;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.NameLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Prepared machines: PostgreSQL with an empty database on every VM2 and VM3, a Tier A service on
 * every VM1. This class changes only the content of the databases there.
 */
public final class HostsProvider implements Provider {

  /** Where there is no database there is no password. */
  private static final Path NO_PASSWORDS = Path.of("/dev/null");

  private final Supplier<Path> passwordFile;

  /** Passwords come from {@code PGPASSFILE} or {@code ~/.pgpass}. */
  public HostsProvider() {
    this(PasswordFile::find);
  }

  HostsProvider(Supplier<Path> passwordFile) {
    this.passwordFile = passwordFile;
  }

  /**
   * Looks at every machine.
   *
   * @param ownership of no meaning: the machines stay as they are
   * @throws io.quartet.model.QuartetException NAME_IN_USE, SERVER_IN_USE; MACHINES_NOT_READY with
   *     everything that is missing, PASSWORD_FILE
   */
  @Override
  public Deployment up(RunPlan plan, Ownership ownership) {
    return underLocks(
        plan,
        () -> {
          List<PreparedMachine> others = new ArrayList<>(PreparedMachines.tierAs(plan));
          others.addAll(PreparedMachines.collectors(plan));
          return others;
        });
  }

  /**
   * Looks at every database; a run looks at the Tier As by itself.
   *
   * @throws io.quartet.model.QuartetException NAME_IN_USE, SERVER_IN_USE, MACHINES_NOT_READY,
   *     PASSWORD_FILE
   */
  @Override
  public Deployment attach(RunPlan plan) {
    return underLocks(plan, List::of);
  }

  /**
   * Makes a deployment that keeps the lock of the name and those of the servers. The servers are
   * locked before they are looked at: what another driver does there may look like a defect.
   *
   * @param others looks at the machines without databases
   */
  private Deployment underLocks(RunPlan plan, Supplier<List<PreparedMachine>> others) {
    Path passwords = passwords(plan);
    NameLock name = NameLock.acquire(DataFolder.of(plan));
    try {
      ServerLocks servers = ServerLocks.acquire(plan, passwords);
      try {
        List<PreparedMachine> databases =
            PreparedMachines.databases(plan, passwords, Purpose.LOADING);
        List<PreparedMachine> all = new ArrayList<>(databases);
        all.addAll(others.get());
        PreparedMachines.requireReady(plan, all);
        servers.requireAll();
        return new HostsDeployment(plan, passwords, databases, name, servers);
      } catch (RuntimeException e) {
        servers.close();
        throw e;
      }
    } catch (RuntimeException e) {
      name.close();
      throw e;
    }
  }

  /** Leaves the machines to who prepared them. */
  @Override
  public void stop(RunPlan plan) {}

  @Override
  public boolean down(RunPlan plan) {
    return false;
  }

  private Path passwords(RunPlan plan) {
    return plan.databaseRoles().isEmpty() ? NO_PASSWORDS : passwordFile.get();
  }
}
