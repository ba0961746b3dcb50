package io.quartet.run.durability;

import io.quartet.books.RunClock;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.results.RunResults;
import io.quartet.results.events.EventSink;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.AcknowledgementJournal;
import io.quartet.results.evidence.Durability;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.BenchmarkRun;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.database.Loading;
import io.quartet.run.durability.KillPlan.PlannedKill;
import io.quartet.run.internal.FaultInjection;
import io.quartet.run.internal.Stages;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Test of durability: a run whose Tier B servers are killed under load and restarted. A journal
 * records every acknowledged trade, and all of them must exist afterwards. Source: docs/audit.md,
 * "The rules", rules 38 and 39.
 */
public final class DurabilityTrial {

  private final RunPlan plan;
  private final List<PlannedKill> kills;

  /** Result of the test. */
  public record Result(Path folder, Durability durability) {}

  private DurabilityTrial(RunPlan plan, List<PlannedKill> kills) {
    this.plan = plan;
    this.kills = kills;
  }

  /**
   * A trial of the system of a plan.
   *
   * @throws QuartetException DURABILITY_NOT_POSSIBLE, NO_DATABASES, WRONG_VALUE
   */
  public static DurabilityTrial of(RunPlan plan, KillPlan kills) {
    Databases.requireSome(plan);
    plan.durabilityObstacle()
        .ifPresent(
            why -> {
              throw QuartetException.badInput(
                  "DURABILITY_NOT_POSSIBLE", "--durability: " + plan.name() + ": " + why + ".");
            });
    List<PlannedKill> planned = kills.of(plan);
    planned.forEach(kill -> refuseEventsOf(plan, kill));
    return new DurabilityTrial(plan, planned);
  }

  /** The server comes back at an unknown moment, so no event may come later either. */
  private static void refuseEventsOf(RunPlan plan, PlannedKill kill) {
    plan.schedule().events().stream()
        .filter(event -> plan.sizes().containsKey(event.on()) && event.concerns(plan, kill.vm()))
        .filter(event -> event.end(plan.timeline()).compareTo(kill.at()) >= 0)
        .findFirst()
        .ifPresent(
            event -> {
              throw QuartetException.badInput(
                  "DURABILITY_NOT_POSSIBLE",
                  ("--durability: %s: event '%s' on %s is not over before %s is killed, so that"
                          + " their effects could not be told apart. Set an earlier until, choose"
                          + " another server with --vm, or leave the event out.")
                      .formatted(plan.name(), event.name(), event.on(), kill.vm()));
            });
  }

  /**
   * Loads missing databases, runs, kills, and looks up every acknowledged trade.
   *
   * @param deployment the servers, up; the caller closes it
   * @param results folder in which the results folder is made
   * @throws QuartetException as loading and running; SERVER_NOT_KILLED; SERVER_DID_NOT_START if a
   *     killed server did not come back; DURABILITY_NOT_TESTED if the run was aborted
   */
  public Result run(Deployment deployment, Path results, RunListener listener) {
    Stages stages = new Stages(listener);
    Killing killing = new Killing(deployment);
    try (StopSignal stop = new StopSignal()) {
      stages.run(Stage.LOAD, () -> Loading.load(plan, deployment, listener));
      Path folder =
          BenchmarkRun.run(plan, deployment, results, CheckPolicy.ALWAYS, stages, killing).folder();
      return new Result(folder, killing.found(folder));
    } catch (InterruptedException | CancellationException e) {
      throw StopSignal.interrupted(e);
    }
  }

  /** The fault injected into the run. */
  private final class Killing implements FaultInjection {

    private final Deployment deployment;
    private InstantStops stops;
    private Durability found;

    Killing(Deployment deployment) {
      this.deployment = deployment;
    }

    @Override
    public AcknowledgementJournal journal(ResultsFolder folder) {
      return new AcknowledgedCsv(folder);
    }

    @Override
    public InjectedFaults start(RunClock clock, EventSink events, Consumer<String> abort) {
      stops =
          new InstantStops(
              deployment, clock, events, abort, plan.timeline().phases().get(0).start(), kills);
      return stops;
    }

    @Override
    public void judge(ResultsFolder folder, Databases databases) {
      RunResults results = RunResults.read(folder);
      found =
          Durability.of(
              KillTimes.of(results, stops.done()),
              AcknowledgedTrades.lookUp(folder, deployment, databases),
              KillTimes.inDoubt(results));
      found.write(folder);
    }

    Durability found(Path folder) {
      stops.rethrowFailure();
      if (found == null) {
        throw new QuartetException(
            Kind.INVALID_RUN,
            "DURABILITY_NOT_TESTED",
            ("%s: the run ended after %s of %s kills, before the trades were looked up. Its"
                    + " state.json has the reason. Run it again.")
                .formatted(folder, stops.done().size(), kills.size()));
      }
      return found;
    }
  }
}
