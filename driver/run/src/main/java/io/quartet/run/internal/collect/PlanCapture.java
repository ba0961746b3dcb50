package io.quartet.run.internal.collect;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Parallel;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent.PlansMissing;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.lab.PlanMoment;
import io.quartet.results.lab.PlansFile;
import io.quartet.run.internal.LabProgram;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code plans/<moment>/<vm>.json}: the plans of every statement of the engine. A failure is
 * an event and never ends the run.
 */
public final class PlanCapture {

  private PlanCapture() {}

  /**
   * Captures the plans of all databases that have no file of this moment yet, several at a time.
   * Does nothing for a workload whose statements are not those of the engine.
   *
   * @throws java.util.concurrent.CancellationException if this thread was interrupted
   * @throws QuartetException RESULTS_WRITE
   */
  public static void write(
      PlanMoment moment,
      RunPlan plan,
      Deployment deployment,
      ResultsFolder folder,
      EventSink events) {
    if (!(plan.workload() instanceof Brokerage)) {
      return;
    }
    LabProgram lab = new LabProgram(plan, deployment);
    List<DatabaseServer> missing =
        deployment.databases().stream()
            .filter(server -> !folder.has(PlansFile.name(moment, server.vm())))
            .toList();
    Parallel.forEach(
        missing,
        Runtime.getRuntime().availableProcessors(),
        server -> write(moment, server, lab, folder, events),
        lab::stop);
  }

  private static void write(
      PlanMoment moment,
      DatabaseServer server,
      LabProgram lab,
      ResultsFolder folder,
      EventSink events) {
    LabProgram.Answer answer;
    try {
      answer = lab.run(server, verb(moment));
    } catch (QuartetException e) {
      events.accept(new PlansMissing(server.vm(), moment.label(), e.getMessage()));
      return;
    }
    if (answer.isSuccess()) {
      PlansFile.write(folder, moment, server.vm(), answer.output());
    } else {
      events.accept(
          new PlansMissing(
              server.vm(), moment.label(), LabProgram.failure(server, answer).getMessage()));
    }
  }

  private static List<String> verb(PlanMoment moment) {
    List<String> verb = new ArrayList<>(List.of("plans", DatabaseServer.DATABASE));
    if (moment == PlanMoment.AFTER) {
      verb.add("--analyze");
    }
    return verb;
  }
}
