package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.progress.LoadListener;
import java.util.List;
import java.util.Optional;

/** Gives loaded databases the index profile of a plan, without loading their rows again. */
public final class ProfileChange {

  private final RunPlan plan;
  private final Deployment deployment;

  private ProfileChange(RunPlan plan, Deployment deployment) {
    this.plan = plan;
    this.deployment = deployment;
  }

  /**
   * Changes the profile of every database that differs in it; databases that hold nothing are
   * loaded. If a run has used one of those to change, all databases are restored first. When it is
   * cut short, it can be done again.
   *
   * @return a result per database, in the order of the deployment
   * @throws QuartetException DATABASE_USED if there is no copy to restore; otherwise as {@link
   *     Loading#load} and {@link Snapshots#restore}
   */
  public static List<LoadResult> run(RunPlan plan, Deployment deployment, LoadListener listener) {
    Databases.requireSome(plan);
    ProfileChange change = new ProfileChange(plan, deployment);
    return Snapshots.stoppable(
        () ->
            plan.sets().stream()
                .filter(change::needsRestore)
                .findFirst()
                .map(used -> change.restore(used, listener))
                .orElseGet(
                    () -> Loading.load(plan, deployment, Loading.Start.CHANGE_INDEXES, listener)));
  }

  private boolean needsRestore(VmSet set) {
    DatabaseServer oltp = deployment.database(set, VmRole.OLTP);
    Optional<LoadedState> last = LoadedState.read(oltp, deployment);
    return last.map(LoadedState::isComplete).orElse(false)
        && plan.databaseRoles().stream().anyMatch(role -> isOther(deployment.database(set, role)))
        && LoadedState.isUsed(oltp, deployment);
  }

  private boolean isOther(DatabaseServer server) {
    LoadedState wanted = LoadedState.expected(plan, server);
    return LoadedState.read(server, deployment)
        .map(found -> found.differsInProfileOnly(wanted))
        .orElse(false);
  }

  private List<LoadResult> restore(VmSet used, LoadListener listener) {
    try {
      return Snapshots.restore(plan, deployment, listener);
    } catch (QuartetException e) {
      if (!e.code().equals("NO_SNAPSHOT")) {
        throw e;
      }
      throw QuartetException.loadOrCheck(
          "DATABASE_USED",
          ("a run has used the databases of Set %s, and there is no snapshot to restore. Run"
                  + " quartet load --from-scratch --indexes %s.")
              .formatted(used.name(), plan.database().indexes()),
          e);
    }
  }
}
