package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import java.util.Optional;

/** Judgment of a figure by a rule or a limit. Pages and files call it a verdict. */
public enum Judgment {
  @JsonProperty("pass")
  PASS,
  @JsonProperty("fail")
  FAIL,
  @JsonProperty("notJudged")
  NOT_JUDGED;

  /** Judgment of one rule; not judged if the profile has no such rule. */
  public static Judgment of(Optional<Check> check) {
    return switch (check.map(Check::verdict).orElse(Result.NOT_JUDGED)) {
      case PASS -> PASS;
      case FAIL -> FAIL;
      case NOT_JUDGED -> NOT_JUDGED;
    };
  }
}
