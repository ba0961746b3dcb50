package io.quartet.run.acid;

import io.quartet.config.PlanDocument;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.TierAs;
import io.quartet.provision.os.KitVersion;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.run.internal.LastUse;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.internal.collect.SettingsCapture;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.engine.Inputs;
import io.quartet.tiera.engine.ModelParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Tries atomicity and isolation on the loaded databases of the first Set, through its Tier A. A run
 * has to be over: nothing else may write meanwhile, and the databases count as used afterwards.
 */
public final class AcidTrial {

  private AcidTrial() {}

  /**
   * Makes the test.
   *
   * @param progress told what is tried next
   * @throws io.quartet.model.QuartetException NO_DATABASES, NOT_LOADED, LOADED_OTHERWISE,
   *     ACID_NOT_TRIED, TIER_A_DID_NOT_START, DATABASE_UNREACHABLE, INTERRUPTED and others
   */
  public static AcidEvidence prove(RunPlan plan, Deployment deployment, Consumer<String> progress) {
    var unused = plan.brokerage();
    Databases.requireSome(plan);
    try (StopSignal stop = new StopSignal()) {
      LoadedState.requireAll(plan, deployment);
      deployment.databases().forEach(server -> deployment.prepare(server, Purpose.RUNNING));
      VmSet set = plan.sets().get(0);
      try (Databases databases = new Databases(deployment);
          TierAs tierAs = new TierAs(plan, deployment);
          Inputs inputs =
              new Inputs(ModelParameters.of(plan.database(), set), plan.brokerage().seed())) {
        for (VmRole role : plan.databaseRoles()) {
          LastUse.write(deployment.database(set, role), databases, "quartet acid");
        }
        TierAClient tierA = tierAs.clients().get(set);
        tierA.keepOutputs();
        AcidStage stage = new AcidStage(set, deployment, databases, tierA, inputs);
        List<Step> atomicity = Atomicity.prove(stage, progress);
        List<Step> isolation =
            Isolation.prove(stage, plan.engine().tradeResultIsolation(), progress);
        KitVersion quartet = KitVersion.current();
        return new AcidEvidence(
            System.currentTimeMillis(),
            quartet.version(),
            quartet.commit(),
            PlanDocument.toJson(plan).path("engine"),
            set.name(),
            settings(
                plan.databaseRoles().stream().map(role -> deployment.database(set, role)).toList(),
                deployment.passwordFile()),
            atomicity,
            isolation);
      }
    } catch (CancellationException e) {
      throw StopSignal.interrupted(e);
    }
  }

  private static Map<String, DatabaseSettings> settings(
      List<DatabaseServer> servers, Path passwordFile) {
    Map<String, DatabaseSettings> settings = new TreeMap<>();
    for (DatabaseServer server : servers) {
      DatabaseSettings all = DatabaseSettings.of(SettingsCapture.read(server, passwordFile));
      settings.put(server.vm(), all.only(AcidEvidence.SETTINGS));
    }
    return settings;
  }
}
