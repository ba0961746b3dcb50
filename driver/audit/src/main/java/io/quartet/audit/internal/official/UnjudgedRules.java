package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.Judgment;
import java.util.List;

/** Rules that no program of the kit can judge. */
public final class UnjudgedRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.BEYOND_ONE_RUN
              .fatal("rule-40", "Data accessibility under device failure")
              .number(40)
              .how(
                  "never judged, by hand: it needs a device that fails. Fail one of each kind under"
                      + " load and publish the graph of that run")
              .judge(
                  run ->
                      Judgment.notJudged(
                          "it needs a storage device that fails: fail one of each kind under load by hand, and"
                              + " publish the throughput graph of that run. No run passes this in the kit, so"
                              + " an auditor has the last word")),
          ofClusters(41, "A node fails"),
          ofClusters(42, "Rebalancing"));

  private UnjudgedRules() {}

  private static Rule ofClusters(int number, String title) {
    return Scope.NO_RUN
        .information("rule-" + number, title)
        .number(number)
        .how("not checked: rule of clusters, which Quartet does not know as such");
  }
}
