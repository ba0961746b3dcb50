package io.quartet.orchestrate.provider;

import io.quartet.model.RunPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Machines that somebody else prepared: a PostgreSQL with an empty database on every VM2 and VM3, a
 * Tier A service on every VM1. Nothing is made, changed or removed there but the content of the
 * databases.
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
   * @throws io.quartet.model.QuartetException MACHINES_NOT_READY with everything that is missing,
   *     PASSWORD_FILE
   */
  @Override
  public Deployment up(RunPlan plan, Ownership ownership) {
    Path passwords = passwords(plan);
    List<MachineLook> databases = PreparedMachines.databases(plan, passwords, Purpose.LOADING);
    List<MachineLook> all = new ArrayList<>(databases);
    all.addAll(PreparedMachines.tierAs(plan));
    all.addAll(PreparedMachines.collectors(plan));
    PreparedMachines.requireReady(plan, all);
    return new HostsDeployment(plan, passwords, databases);
  }

  /**
   * Looks at every database; a run looks at the Tier As by itself.
   *
   * @throws io.quartet.model.QuartetException MACHINES_NOT_READY, PASSWORD_FILE
   */
  @Override
  public Deployment attach(RunPlan plan) {
    Path passwords = passwords(plan);
    List<MachineLook> databases = PreparedMachines.databases(plan, passwords, Purpose.LOADING);
    PreparedMachines.requireReady(plan, databases);
    return new HostsDeployment(plan, passwords, databases);
  }

  /** Leaves the machines to who prepared them. */
  @Override
  public boolean down(RunPlan plan) {
    return false;
  }

  private Path passwords(RunPlan plan) {
    return plan.databaseRoles().isEmpty() ? NO_PASSWORDS : passwordFile.get();
  }
}
