package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Verdict of the rules about a run.
 *
 * @param profile the rules it was judged by, as the benchmark file names them
 * @param isValid true if no rule that makes a run INVALID is broken
 * @param statement the sentence every output carries, for instance 'valid for demo, not
 *     publishable'
 * @param checks every rule of the profile
 * @param deviations how the plan differs from an official run, one sentence each
 * @param disturbance whether others took the processors; empty before a run and in files of earlier
 *     versions
 * @param attestation what a person attested about rule 40; empty without one
 * @param manifestSha256 SHA-256 of the manifest of the files that were judged; empty if they had
 *     none, and in files of earlier versions
 */
public record Verdict(
    String profile,
    boolean isValid,
    String statement,
    List<Check> checks,
    List<String> deviations,
    Optional<Disturbance> disturbance,
    Optional<Attestation> attestation,
    String manifestSha256) {

  /** Name in the results folder. */
  public static final String NAME = "audit.json";

  private static final String VALID = "valid";
  private static final String MANIFEST = "manifestSha256";
  private static final String DISTURBANCE = "disturbance";
  private static final String ATTESTATION = "attestation";
  private static final ObjectMapper JSON = new ObjectMapper();

  public Verdict {
    checks = List.copyOf(checks);
    deviations = List.copyOf(deviations);
  }

  /** The verdict that follows from the checks. */
  public static Verdict of(
      ValidityProfile profile,
      List<Check> checks,
      List<String> deviations,
      Optional<Disturbance> disturbance,
      Optional<Attestation> attestation) {
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
                case OFFICIAL ->
                    VALID
                        + attestation
                            .map(by -> ", rule 40 attested by " + by.attestedBy())
                            .orElse("");
              }
              + disturbance.map(Disturbance::suffix).orElse("");
    }
    return new Verdict(
        profile.name().toLowerCase(Locale.ROOT),
        isValid,
        statement,
        checks,
        deviations,
        disturbance,
        attestation,
        "");
  }

  /** The same of files with this manifest. */
  public Verdict ofFiles(String otherManifestSha256) {
    return new Verdict(
        profile,
        isValid,
        statement,
        checks,
        deviations,
        disturbance,
        attestation,
        otherManifestSha256);
  }

  /**
   * This verdict, with what an earlier one of the same files says of rules that need more than
   * them.
   *
   * @param ids of the rules that one folder cannot tell
   */
  public Verdict completedBy(Verdict earlier, Set<String> ids) {
    return of(
            ValidityProfile.valueOf(profile.toUpperCase(Locale.ROOT)),
            checks.stream()
                .map(
                    check ->
                        check.verdict() == Check.Result.NOT_JUDGED && ids.contains(check.id())
                            ? earlier.check(check.id()).map(check::toldBy).orElse(check)
                            : check)
                .toList(),
            deviations,
            disturbance,
            attestation.or(earlier::attestation))
        .ofFiles(manifestSha256);
  }

  /** The check of one rule; empty if the rule does not judge such runs. */
  public Optional<Check> check(String id) {
    return checks.stream().filter(check -> check.id().equals(id)).findFirst();
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
    json.put("profile", profile);
    json.put("verdict", isValid ? VALID : "INVALID");
    json.put("statement", statement);
    ArrayNode array = json.putArray("checks");
    checks.forEach(check -> check.write(array.addObject()));
    ArrayNode sentences = json.putArray("deviations");
    deviations.forEach(sentences::add);
    disturbance.ifPresent(others -> json.set(DISTURBANCE, others.toJson()));
    attestation.ifPresent(by -> json.set(ATTESTATION, by.toJson()));
    if (!manifestSha256.isEmpty()) {
      json.put(MANIFEST, manifestSha256);
    }
    return json;
  }

  /** The text of audit.json. */
  public String text() {
    return toJson().toPrettyString() + "\n";
  }

  /** Replaces audit.json. */
  public void write(ResultsFolder folder) {
    folder.replace(NAME, text());
  }

  /**
   * Reads the verdict of an earlier audit, also of an earlier version: fields that its file lacks
   * are empty.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if it is no JSON object, or its
   *     attestation is damaged
   */
  public static Verdict read(ResultsFolder folder) {
    JsonNode json = folder.json(NAME);
    if (!json.isObject()) {
      throw ResultsFolder.unreadable(folder.file(NAME), "is no JSON object", null);
    }
    List<Check> checks = new ArrayList<>();
    json.path("checks").forEach(check -> checks.add(Check.read(check)));
    List<String> deviations = new ArrayList<>();
    json.path("deviations").forEach(sentence -> deviations.add(sentence.asText()));
    return new Verdict(
        json.path("profile").asText(),
        json.path("verdict").asText().equals(VALID),
        json.path("statement").asText(),
        checks,
        deviations,
        Optional.of(json.path(DISTURBANCE)).filter(JsonNode::isObject).map(Disturbance::of),
        attestation(folder, json.path(ATTESTATION)),
        json.path(MANIFEST).asText());
  }

  private static Optional<Attestation> attestation(ResultsFolder folder, JsonNode json) {
    try {
      return json.isMissingNode() ? Optional.empty() : Optional.of(Attestation.of(json));
    } catch (IllegalArgumentException e) {
      throw ResultsFolder.unreadable(folder.file(NAME), "has a damaged attestation", e);
    }
  }
}
