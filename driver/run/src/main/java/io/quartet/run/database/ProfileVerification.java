package io.quartet.run.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Parallel;
import io.quartet.run.internal.LabProgram;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.progress.TrialListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Proves that databases with an index profile give the same answers as with its base, on copies of
 * the databases of the first Set. The databases stay as they are.
 */
public final class ProfileVerification {

  private static final String WITH_BASE = ScratchCopies.PREFIX + "base";
  private static final String WITH_PROFILE = ScratchCopies.PREFIX + "profile";

  /** Expected times of the steps, compared with each other. */
  private static final int COPYING = 1;

  private static final int INDEXING = 2;
  private static final int COMPARING = 4;

  /** Weight of all steps of {@link #run}. */
  public static final int WEIGHT =
      VmRole.DATABASES.size() * (2 * COPYING + 2 * INDEXING + COMPARING);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunPlan plan;
  private final Deployment deployment;
  private final TrialListener listener;
  private final List<OwnedProcess> loaders = new CopyOnWriteArrayList<>();

  private ProfileVerification(RunPlan plan, Deployment deployment, TrialListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.listener = listener;
  }

  /**
   * Result of one role.
   *
   * @param vm database that was copied
   * @param answer as {@code quartet-lab verify} prints it
   */
  public record Result(VmRole role, String vm, JsonNode answer) {

    /** True if all answers and all tables are equal. */
    public boolean isEqual() {
      return answer.path("isEqual").asBoolean();
    }
  }

  /**
   * Compares a profile with its base, for both roles.
   *
   * @param plan of databases that are up and loaded
   * @param base as {@code database.indexes} names a profile; its answers are right
   * @param profile the same
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, LOAD_FAILED if a copy cannot get a
   *     profile, LAB_FAILED, DATABASE_BUSY, SNAPSHOT_FAILED, DATABASE_UNREACHABLE, INTERRUPTED
   */
  @SuppressWarnings("try") // Only that the signal is heard matters.
  public static List<Result> run(
      RunPlan plan, Deployment deployment, String base, String profile, TrialListener listener) {
    Databases.requireSome(plan);
    LoadedState.requireAll(plan, deployment);
    ProfileVerification verification = new ProfileVerification(plan, deployment, listener);
    LabProgram lab = new LabProgram(plan, deployment);
    List<Result> results = new ArrayList<>();
    try (StopSignal stop = new StopSignal();
        ScratchCopies copies = new ScratchCopies(deployment)) {
      Parallel.forEach(
          VmRole.DATABASES,
          1,
          role -> {
            DatabaseServer server = deployment.database(plan.sets().get(0), role);
            verification.copy(copies, server, WITH_BASE, base);
            verification.copy(copies, server, WITH_PROFILE, profile);
            listener.onStep("comparing the answers of both copies of " + server.vm(), COMPARING);
            results.add(
                new Result(
                    role,
                    server.vm(),
                    answer(server, lab.run(server, List.of("verify", WITH_BASE, WITH_PROFILE)))));
          },
          () -> {
            copies.cancel();
            lab.stop();
            verification.loaders.forEach(OwnedProcess::requestStop);
          });
      return results;
    } catch (CancellationException e) {
      throw StopSignal.interrupted(e);
    }
  }

  private void copy(ScratchCopies copies, DatabaseServer server, String name, String indexes) {
    listener.onStep("copying the database of " + server.vm(), COPYING);
    copies.make(server, name);
    listener.onStep(
        "giving the copy of %s the index profile %s".formatted(server.vm(), indexes), INDEXING);
    RunPlan other = plan.withDatabase(plan.database().withIndexes(indexes));
    new LoaderRun(other, deployment, server, name, listener)
        .run(List.of("--change-indexes"), loaders::add);
  }

  /** An answer that says how the two differ comes with an exit code too. */
  private static JsonNode answer(DatabaseServer server, LabProgram.Answer answer) {
    try {
      JsonNode json = JSON.readTree(answer.output());
      if (json.has("isEqual")) {
        return json;
      }
    } catch (JsonProcessingException e) {
      throw LabProgram.failure(server, answer);
    }
    throw LabProgram.failure(server, answer);
  }
}
