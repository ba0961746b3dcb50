package io.quartet.report.internal.page;

import io.quartet.report.section.Fact;
import io.quartet.report.section.SystemUnderTest.TierA;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Programs of the Tier As. Those with equal programs are grouped. */
public final class TierAView {

  private TierAView() {}

  /** One list of facts for each program that differs in any of them. */
  public static List<List<Fact>> programs(List<TierA> tierAs) {
    Map<List<Fact>, String> vmsByProgram =
        tierAs.stream()
            .collect(
                Collectors.groupingBy(
                    TierAView::program,
                    LinkedHashMap::new,
                    Collectors.mapping(TierA::vm, Collectors.joining(", "))));
    return vmsByProgram.entrySet().stream().map(TierAView::withVms).toList();
  }

  private static List<Fact> program(TierA tierA) {
    return List.of(
        new Fact("Quartet", tierA.quartetVersion()),
        new Fact("engine", tierA.engineVersion()),
        new Fact("SHA-256 of the program", tierA.programSha256()),
        new Fact("settings of its sessions", tierA.sessionSettings()));
  }

  private static List<Fact> withVms(Map.Entry<List<Fact>, String> program) {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("Tier A", program.getValue()));
    facts.addAll(program.getKey());
    return facts;
  }

  /** Names of all streams of random numbers. */
  public static List<String> streams(List<TierA> tierAs) {
    return tierAs.stream()
        .flatMap(tierA -> tierA.streamSeeds().keySet().stream())
        .distinct()
        .toList();
  }
}
