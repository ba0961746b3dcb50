package io.quartet.run.doctor;

import io.quartet.audit.Outlook;
import io.quartet.audit.ValidityRules;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.hosts.PreparedMachines;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import io.quartet.results.Check.Severity;
import io.quartet.results.Verdict;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.run.doctor.Diagnosis.Health;
import io.quartet.run.internal.collect.SettingsCapture;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Judges the rules of the audit that the plan and the machines decide. */
final class RuleCheck {

  private static final Logger LOG = LoggerFactory.getLogger(RuleCheck.class);

  private RuleCheck() {}

  /**
   * A diagnosis for each rule that does not hold, or one for all of them.
   *
   * @param clocks offsets of the clocks that were read
   */
  static List<Diagnosis> of(RunPlan plan, List<ClockOffset> clocks) {
    Verdict verdict = ValidityRules.foresee(Outlook.of(plan, settings(plan), clocks));
    List<Diagnosis> broken =
        verdict.checks().stream()
            .filter(check -> check.verdict() != Result.PASS)
            .filter(check -> check.severity() != Severity.INFORMATION)
            .map(check -> diagnosis(check, plan.publication().profile()))
            .toList();
    return broken.isEmpty()
        ? List.of(
            Diagnosis.ok(
                "rules",
                Text.format(
                    "rules decided before the run: %,d, and all hold; the run decides the others",
                    verdict.checks().size())))
        : broken;
  }

  /** An INVALID run is useless only if it was to be official. */
  private static Diagnosis diagnosis(Check check, ValidityProfile profile) {
    boolean isUseless = profile == ValidityProfile.OFFICIAL && check.severity() == Severity.FATAL;
    return new Diagnosis(
        "rule " + check.id(),
        isUseless ? Health.FAILED : Health.WARNING,
        "%s: %s. %s"
            .formatted(
                check.verdict().label(),
                check.title(),
                check.detail().isEmpty()
                    ? check.actual() + " (limit: " + check.limit() + ")"
                    : check.detail()),
        "docs/audit.md, \"The rules\", explains the rule.");
  }

  /**
   * Settings of the servers that Quartet does not make, by VM; a server that does not answer is
   * reported elsewhere.
   */
  private static Map<String, DatabaseSettings> settings(RunPlan plan) {
    Map<String, DatabaseSettings> found = new TreeMap<>();
    // Those of other servers follow from the plan.
    if (!plan.provider().isGiven()) {
      return found;
    }
    try {
      Path passwordFile = PreparedMachines.passwordFile(plan);
      for (DatabaseServer server : DatabaseServer.all(plan)) {
        found.put(server.vm(), DatabaseSettings.of(SettingsCapture.read(server, passwordFile)));
      }
    } catch (QuartetException e) {
      LOG.debug("not all settings are known error={}", e.getMessage());
    }
    return found;
  }
}
