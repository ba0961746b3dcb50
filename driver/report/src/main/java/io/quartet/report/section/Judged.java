package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import java.util.Optional;

/** Verdict of one figure. */
public enum Judged {
  @JsonProperty("pass")
  PASS,
  @JsonProperty("fail")
  FAIL,
  @JsonProperty("notJudged")
  NOT_JUDGED;

  /** Verdict of one rule; not judged if the profile has no such rule. */
  public static Judged of(Optional<Check> check) {
    return switch (check.map(Check::verdict).orElse(Result.NOT_JUDGED)) {
      case PASS -> PASS;
      case FAIL -> FAIL;
      case NOT_JUDGED -> NOT_JUDGED;
    };
  }
}
