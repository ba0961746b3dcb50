package io.quartet.results;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One rule, judged.
 *
 * @param id stable name, for instance {@code littles-law}
 * @param title the rule in a few words
 * @param severity what a broken rule means
 * @param verdict whether it holds
 * @param actual the figure found, with its unit; empty if there is none
 * @param limit the figure allowed, with its unit; empty if there is none
 * @param evidence files of the results folder that the figures come from; empty if nothing judged
 *     it
 * @param detail where and why, for a rule that is broken or not judged; may be empty
 * @param findings the places where the rule is broken; empty where the judge does not name them,
 *     and in files of earlier versions
 */
public record Check(
    String id,
    String title,
    Severity severity,
    Result verdict,
    String actual,
    String limit,
    String evidence,
    String detail,
    List<Finding> findings) {

  /** The same under another title. */
  public Check withTitle(String other) {
    return new Check(id, other, severity, verdict, actual, limit, evidence, detail, findings);
  }

  /** The effect of a broken rule on the verdict. */
  public enum Severity {
    /** The run is INVALID. */
    FATAL("F"),
    /** It must be disclosed. */
    WARNING("W"),
    /** Nothing: it is for the reader. */
    INFORMATION("I");

    private final String letter;

    Severity(String letter) {
      this.letter = letter;
    }

    /** F, W or I, as in audit.json. */
    @JsonValue
    public String letter() {
      return letter;
    }

    /** Information, if the letter is none of these. */
    static Severity of(String letter) {
      return Arrays.stream(values())
          .filter(severity -> severity.letter.equals(letter))
          .findFirst()
          .orElse(INFORMATION);
    }
  }

  /** Whether a rule holds. */
  public enum Result {
    PASS("pass"),
    FAIL("fail"),
    /** This program or these data cannot tell; never the same as a pass. */
    NOT_JUDGED("not judged");

    private final String label;

    Result(String label) {
      this.label = label;
    }

    /** Name in audit.json. */
    @JsonValue
    public String label() {
      return label;
    }

    /** Not judged, if the label is none of these. */
    static Result of(String label) {
      return Arrays.stream(values())
          .filter(result -> result.label.equals(label))
          .findFirst()
          .orElse(NOT_JUDGED);
    }
  }

  public Check {
    findings = List.copyOf(findings);
  }

  /** True if the rule is broken and that makes the run INVALID. */
  public boolean breaksTheRun() {
    return severity == Severity.FATAL && verdict == Result.FAIL;
  }

  /** True if the rule would make the run INVALID, and nothing is known of it. */
  boolean leavesTheRunOpen() {
    return severity == Severity.FATAL && verdict == Result.NOT_JUDGED;
  }

  /** This check with what an earlier audit says of it; the rule is as here. */
  Check toldBy(Check earlier) {
    return new Check(
        id,
        title,
        severity,
        earlier.verdict,
        earlier.actual,
        earlier.limit,
        Verdict.NAME + ": " + evidence,
        earlier.detail,
        earlier.findings);
  }

  /** Adds the fields to one check of audit.json. */
  void write(ObjectNode json) {
    json.put("id", id)
        .put("title", title)
        .put("severity", severity.letter())
        .put("verdict", verdict.label())
        .put("actual", actual)
        .put("limit", limit)
        .put("evidence", evidence)
        .put("detail", detail);
    if (!findings.isEmpty()) {
      ArrayNode array = json.putArray("findings");
      findings.forEach(finding -> finding.write(array.addObject()));
    }
  }

  static Check read(JsonNode json) {
    List<Finding> findings = new ArrayList<>();
    json.path("findings").forEach(finding -> findings.add(Finding.read(finding)));
    return new Check(
        json.path("id").asText(),
        json.path("title").asText(),
        Severity.of(json.path("severity").asText()),
        Result.of(json.path("verdict").asText()),
        json.path("actual").asText(),
        json.path("limit").asText(),
        json.path("evidence").asText(),
        json.path("detail").asText(),
        findings);
  }
}
