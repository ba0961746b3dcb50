package io.quartet.audit;

import io.quartet.audit.internal.AuditedRun;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;

/** Applies one rule: all of them take seconds where a run is long. */
public final class OneRule {

  private OneRule() {}

  public static Check check(ResultsFolder folder, String id) {
    return check(folder, id, Supplements.NONE);
  }

  public static Check check(ResultsFolder folder, String id, Supplements supplements) {
    return Rules.ALL.stream()
        .filter(rule -> rule.id().equals(id))
        .findFirst()
        .orElseThrow()
        .check(new AuditedRun(RunResults.read(folder), supplements));
  }
}
