package io.quartet.report.internal.advise;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.report.advise.Advice;
import io.quartet.report.section.Contents;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.Verdict;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.PlansMissing;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.RelationStatistics;
import io.quartet.results.statistics.SpaceStatistics;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Data in the folder of a run for advice. Immutable.
 *
 * @param roles OLTP and DSS, as far as there are databases of them
 * @param missingPlans why plans of a database could not be captured, a sentence each
 */
public record RunEvidence(Advice.Run run, List<RoleEvidence> roles, List<String> missingPlans) {

  public RunEvidence {
    roles = List.copyOf(roles);
    missingPlans = List.copyOf(missingPlans);
  }

  /**
   * Reads a folder.
   *
   * @throws QuartetException ADVISE_WORKLOAD if the run is not of a brokerage; NO_STATISTICS if no
   *     index was sampled; NOT_RESULTS, RESULTS_VERSION, RESULTS_UNREADABLE, PLAN_DOCUMENT
   */
  public static RunEvidence read(Path path) {
    ResultsFolder folder = ResultsFolder.open(path);
    RunInfo info = RunInfo.read(folder);
    if (!Contents.of(info.plan()).isBrokerage()) {
      throw QuartetException.badInput(
          "ADVISE_WORKLOAD",
          path
              + ": the workload of the run is "
              + info.plan().workload().label()
              + ", but advice is about the indexes of a brokerage. Name a run of a brokerage.");
    }
    RunFiles files = new RunFiles(folder);
    RunFigures figures = new RunFigures(info.plan(), files.phases().orRefuse().orElse(List.of()));
    SpaceStatistics space = SpaceStatistics.read(folder, figures.sets(), figures.interval());
    RelationStatistics relations = RelationStatistics.read(folder, space, figures.interval());
    List<String> problems =
        Stream.concat(space.problems().stream(), relations.problems().stream()).toList();
    if (!problems.isEmpty()) {
      throw QuartetException.badInput(
          "RESULTS_UNREADABLE",
          Text.line("%s: %s. Restore the files of the run.", path, String.join("; ", problems)));
    }
    List<RoleEvidence> roles =
        Stream.of(VmRole.OLTP, VmRole.DSS)
            .map(role -> RoleEvidence.read(role, files, figures, relations))
            .filter(role -> !role.vms().isEmpty())
            .toList();
    if (roles.stream().allMatch(role -> role.uses().isEmpty())) {
      throw QuartetException.badInput(
          "NO_STATISTICS",
          path
              + ": the run has no statistics of indexes (stats/<vm>/indexes.csv). Name a run on"
              + " databases whose statistics were sampled, or run the benchmark again.");
    }
    return new RunEvidence(
        new Advice.Run(
            info.runId(),
            info.plan().name(),
            info.plan().database().indexesName(),
            figures.counted(),
            figures.measuredSeconds(),
            files.audit().orRefuse().map(Verdict::statement).orElse("not judged")),
        roles,
        LoggedEvent.only(files.events().orRefuse().orElse(List.of()), PlansMissing.class)
            .map(
                missing ->
                    "The plans of %s %s the run were not captured: %s"
                        .formatted(missing.vm(), missing.moment(), missing.reason()))
            .toList());
  }

  /** The databases whose counts are not known, a sentence each. */
  public List<String> lostCounts() {
    return roles.stream()
        .flatMap(role -> role.lostCounts().entrySet().stream())
        .map(
            lost ->
                "The use of indexes is not known on %s: %s. The verdicts of its role are 'not known'."
                    .formatted(lost.getKey(), lost.getValue()))
        .toList();
  }

  /** True if plans were captured of any database. */
  public boolean hasPlans() {
    return roles.stream().anyMatch(RoleEvidence::hasPlans);
  }
}
