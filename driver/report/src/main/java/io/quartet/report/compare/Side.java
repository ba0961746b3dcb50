package io.quartet.report.compare;

import io.quartet.report.compare.Comparability.RunId;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Sample;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Runs of the same thing, for an {@link Overview}. Immutable.
 *
 * @param label name in sentences, for instance {@code cell 3}
 * @param runs none at the beginning of an experiment
 */
public record Side(String label, List<Member> runs) {

  public Side {
    runs = List.copyOf(runs);
  }

  /**
   * One of the runs.
   *
   * @param block of an experiment: runs of two sides in one block are paired; empty if they are not
   */
  public record Member(RunSummary run, OptionalInt block) {}

  Comparability.Side standing() {
    return new Comparability.Side(
        label, runs.stream().map(member -> member.run().standing()).toList());
  }

  /**
   * A figure of the runs that have it.
   *
   * @param out ids of runs that are left out
   */
  Sample sample(Set<RunId> out, FigureName name) {
    List<Member> members =
        runs.stream()
            .filter(member -> !out.contains(member.run().standing().id()))
            .filter(member -> member.run().estimates().containsKey(name))
            .toList();
    List<Estimate> figures =
        members.stream().map(member -> member.run().estimates().get(name)).toList();
    return members.stream().allMatch(member -> member.block().isPresent())
        ? new Sample(figures, members.stream().map(member -> member.block().getAsInt()).toList())
        : Sample.of(figures);
  }
}
