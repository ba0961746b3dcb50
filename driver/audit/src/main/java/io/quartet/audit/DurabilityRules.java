package io.quartet.audit;

import io.quartet.config.PlanDocument;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.events.Event;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Rules 38 and 39 of run-rules.md section 3.4: what {@code quartet audit --durability} found, in
 * this folder or in one of its own. A run that is killed is not the one that is measured, so for an
 * official run it is the other one.
 */
final class DurabilityRules {

  private static final Duration STEADY = Duration.ofMinutes(5);

  /** The end of the names of the VMs that Trade-Order and Trade-Result write to. */
  private static final String HOLDS_NEW_TRADES = "-vm" + VmRole.OLTP.number();

  /** Of the throughput that is reported, so much has to flow when a server is killed. */
  private static final double LOAD_PART = 0.95;

  /** PostgreSQL tells the moment of a checkpoint in whole seconds. */
  private static final long CHECKPOINT_ROUNDING_MILLIS = 1_000;

  private static final String ID = "durability";
  private static final String TITLE =
      "Every acknowledged trade exists after a Tier B server was killed under load";
  private static final String RECOVERY_ID = "business-recovery";
  private static final String RECOVERY_TITLE = "Business recovery time reported";

  private DurabilityRules() {}

  /**
   * @param elsewhere the run of the durability test, where that is another one
   */
  static List<Check> judge(RunResults results, Optional<RunResults> elsewhere) {
    RunResults tested = elsewhere.orElse(results);
    if (!tested.folder().has(Durability.NAME)) {
      String why = "no durability test in this folder; run quartet audit --durability";
      return List.of(
          Check.notJudged(ID, TITLE, Severity.FATAL, why),
          Check.notJudged(RECOVERY_ID, RECOVERY_TITLE, Severity.FATAL, why));
    }
    Durability durability = Durability.read(tested.folder());
    List<String> problems = new ArrayList<>(forgeries(tested.folder()));
    problems.addAll(withoutEvidence(tested, durability));
    problems.addAll(belowLoad(results, durability));
    elsewhere.ifPresent(other -> problems.addAll(differences(results, other)));
    String where = elsewhere.map(other -> ", run " + other.folder().runId()).orElse("");
    return List.of(proof(durability, problems, where), recovery(durability, problems, where));
  }

  /** A test says something of this run only if it was of the same system. */
  private static List<String> differences(RunResults results, RunResults other) {
    List<String> differences = new ArrayList<>();
    String name = other.folder().runId();
    if (!PlanDocument.toJson(results.info().plan())
        .equals(PlanDocument.toJson(other.info().plan()))) {
      differences.add(name + " ran another plan");
    }
    if (!results.info().commit().equals(other.info().commit())) {
      differences.add(name + " ran another commit of the kit");
    }
    Check settings = SystemRules.durabilitySettings(other);
    if (settings.verdict() != Check.Result.PASS) {
      differences.add(name + ": " + settings.detail());
    }
    return differences;
  }

  /** The files have to be those that the run has left. */
  private static List<String> forgeries(ResultsFolder folder) {
    return folder.has(Manifest.NAME)
        ? Manifest.differences(folder)
        : List.of(folder.runId() + " has no " + Manifest.NAME);
  }

  /** What is summed up has to be borne out by the journal and the events of the same run. */
  private static List<String> withoutEvidence(RunResults tested, Durability durability) {
    List<String> problems = new ArrayList<>();
    long kills =
        tested.events().stream().filter(event -> event.name().equals(Event.SERVER_KILLED)).count();
    if (durability.kills().isEmpty() || kills != durability.kills().size()) {
      problems.add(
          durability.kills().size() + " kills, of which the events of the run tell " + kills);
    }
    if (!tested.folder().has(AcknowledgedCsv.NAME)) {
      problems.add(AcknowledgedCsv.NAME + " is missing");
      return problems;
    }
    AtomicLong journaled = new AtomicLong();
    AcknowledgedCsv.forEach(tested.folder(), one -> journaled.incrementAndGet());
    long lookedUp = durability.acknowledged().orders() + durability.acknowledged().results();
    if (journaled.get() != lookedUp) {
      problems.add(
          AcknowledgedCsv.NAME
              + " has "
              + journaled
              + " rows, but "
              + lookedUp
              + " were looked up");
    }
    return problems;
  }

  private static List<String> belowLoad(RunResults results, Durability durability) {
    double reported = results.figures().etps().orElse(0);
    return durability.kills().stream()
        .filter(kill -> kill.throughputBefore() < LOAD_PART * reported)
        .map(
            kill ->
                Text.format(
                    "%s was killed at %.1f etps, less than 95 %% of %.1f",
                    kill.vm(), kill.throughputBefore(), reported))
        .limit(1)
        .toList();
  }

  private static Check proof(Durability durability, List<String> differences, String where) {
    List<String> problems = new ArrayList<>(differences);
    Durability.Acknowledged acknowledged = durability.acknowledged();
    if (acknowledged.missing() > 0) {
      problems.add(acknowledged.missing() + " acknowledged trades are missing");
    } else if (acknowledged.orders() == 0 || acknowledged.results() == 0) {
      problems.add("nothing was acknowledged");
    }
    if (durability.kills().stream().noneMatch(kill -> kill.vm().endsWith(HOLDS_NEW_TRADES))) {
      problems.add("no VM3 was killed, and only they hold acknowledged trades");
    }
    for (Kill kill : durability.kills()) {
      if (kill.steadySeconds() < STEADY.toSeconds()) {
        problems.add(
            Text.format(
                "%s was killed after %.0f s of measured load, less than %d s",
                kill.vm(), kill.steadySeconds(), STEADY.toSeconds()));
      }
      if (!hadCheckpoint(kill)) {
        problems.add(kill.vm() + " had no checkpoint during that load");
      }
    }
    return Check.of(
        ID,
        TITLE,
        Severity.FATAL,
        problems.isEmpty(),
        Text.format(
            "%d missing of %d orders and %d results%s",
            acknowledged.missing(), acknowledged.orders(), acknowledged.results(), where),
        "0 missing",
        Text.first(problems));
  }

  private static boolean hadCheckpoint(Kill kill) {
    double steadyFrom = kill.utcMillis() - 1e3 * kill.steadySeconds();
    return kill.checkpointUtcMillis() >= steadyFrom - CHECKPOINT_ROUNDING_MILLIS;
  }

  private static Check recovery(Durability durability, List<String> differences, String where) {
    List<String> problems = new ArrayList<>(differences);
    List<String> times = new ArrayList<>();
    for (Kill kill : durability.kills()) {
      if (kill.businessRecoveryMillis() == null) {
        problems.add("throughput did not come back after the kill of " + kill.vm());
      } else {
        times.add(
            Text.format(
                "%s %.1f s (window %d s)",
                kill.vm(), kill.businessRecoveryMillis() / 1e3, kill.windowSeconds()));
      }
    }
    return Check.of(
        RECOVERY_ID,
        RECOVERY_TITLE,
        Severity.FATAL,
        problems.isEmpty(),
        String.join(", ", times) + where,
        "reported",
        Text.first(problems));
  }
}
