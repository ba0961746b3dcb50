package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.ValidityProfile;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;
import java.util.Locale;

/**
 * What the rules say of a run.
 *
 * @param profile the rules it was judged by
 * @param isValid true if no rule that makes a run INVALID is broken
 * @param statement the sentence every output carries, for instance 'valid for demo, not
 *     publishable'
 * @param checks every rule of the profile
 * @param deviations how the plan differs from an official run, one sentence each
 */
public record Verdict(
    ValidityProfile profile,
    boolean isValid,
    String statement,
    List<Check> checks,
    List<String> deviations) {

  /** Name in the results folder. */
  public static final String NAME = "audit.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  public Verdict {
    checks = List.copyOf(checks);
    deviations = List.copyOf(deviations);
  }

  public static Verdict of(ValidityProfile profile, List<Check> checks, List<String> deviations) {
    List<Check> broken = checks.stream().filter(Check::breaksTheRun).toList();
    List<Check> notJudged = checks.stream().filter(Check::leavesTheRunOpen).toList();
    boolean mustBeComplete = profile == ValidityProfile.OFFICIAL;
    boolean isValid = broken.isEmpty() && !(mustBeComplete && !notJudged.isEmpty());
    String statement;
    if (!broken.isEmpty()) {
      statement =
          "INVALID, broken: " + String.join("; ", broken.stream().map(Check::title).toList());
    } else if (!isValid) {
      statement =
          "INVALID as an official run, not judged: "
              + String.join("; ", notJudged.stream().map(Check::title).toList());
    } else {
      statement =
          switch (profile) {
            case DEMO -> "valid for demo, not publishable";
            case CUSTOM -> "valid, non-standard";
            case OFFICIAL -> "valid, self-audited";
          };
    }
    return new Verdict(profile, isValid, statement, checks, deviations);
  }

  /** Exit code of the program: 0 or 4. */
  public int exitCode() {
    return isValid ? 0 : 4;
  }

  /** Rules that make the run INVALID. */
  public List<Check> broken() {
    return checks.stream().filter(Check::breaksTheRun).toList();
  }

  /** Rules that would make the run INVALID, and of which nothing is known. */
  public List<Check> notJudged() {
    return checks.stream().filter(Check::leavesTheRunOpen).toList();
  }

  /** Rules that are broken and must be disclosed. */
  public List<Check> warnings() {
    return checks.stream()
        .filter(check -> check.severity() == Check.Severity.WARNING)
        .filter(check -> check.verdict() == Check.Result.FAIL)
        .toList();
  }

  /** The content of audit.json. */
  public ObjectNode toJson() {
    ObjectNode json = JSON.createObjectNode();
    json.put("profile", profile.name().toLowerCase(Locale.ROOT));
    json.put("verdict", isValid ? "valid" : "INVALID");
    json.put("statement", statement);
    ArrayNode array = json.putArray("checks");
    for (Check check : checks) {
      array
          .addObject()
          .put("id", check.id())
          .put("title", check.title())
          .put("severity", check.severity().letter())
          .put("verdict", check.verdict().label())
          .put("actual", check.actual())
          .put("limit", check.limit())
          .put("evidence", check.evidence())
          .put("detail", check.detail());
    }
    ArrayNode sentences = json.putArray("deviations");
    deviations.forEach(sentences::add);
    return json;
  }

  /** Replaces audit.json. */
  public void write(ResultsFolder folder) {
    JsonNode json = toJson();
    folder.replace(NAME, json.toPrettyString() + "\n");
  }
}
