package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Verdict of one figure. */
public enum Judged {
  @JsonProperty("pass")
  PASS,
  @JsonProperty("fail")
  FAIL,
  @JsonProperty("notJudged")
  NOT_JUDGED
}
