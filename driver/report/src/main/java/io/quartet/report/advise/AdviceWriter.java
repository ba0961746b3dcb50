package io.quartet.report.advise;

import io.quartet.report.Report;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.advise.AdviceFigures;
import io.quartet.report.internal.advise.IndexEarnings;
import io.quartet.report.internal.advise.PlanChanges;
import io.quartet.report.internal.advise.RunEvidence;
import io.quartet.report.internal.advise.WastefulNodes;
import io.quartet.report.internal.write.HtmlReport;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes advice from the folder of a run, which is the only input; raw files are never touched. */
public final class AdviceWriter {

  /** Name of the page in the results folder. */
  public static final String HTML = "advise.html";

  /** Name of the figures in the results folder. */
  public static final String JSON = "advise.json";

  private static final String NO_PLANS =
      "The plans of this run were not captured. So the statements that use an index are not"
          + " known, and no index is proposed.";

  private AdviceWriter() {}

  /**
   * Reads the folder of one run and writes nothing.
   *
   * @param other a run whose plans are those from before a change; empty for none
   * @throws io.quartet.model.QuartetException NO_STATISTICS if the run sampled no index;
   *     NOT_RESULTS, RESULTS_VERSION, RESULTS_UNREADABLE, PLAN_DOCUMENT
   */
  public static Advice read(Path run, Optional<Path> other) {
    RunEvidence evidence = RunEvidence.read(run);
    Optional<RunEvidence> against = other.map(RunEvidence::read);
    return new Advice(
        Advice.SCHEMA_VERSION,
        Report.NOTICE,
        evidence.run(),
        against.map(RunEvidence::run).orElse(null),
        IndexEarnings.of(evidence),
        WastefulNodes.transactions(evidence),
        WastefulNodes.proposals(evidence),
        PlanChanges.within(evidence),
        against.map(before -> PlanChanges.against(evidence, before)).orElse(List.of()),
        List.of(),
        notes(evidence));
  }

  /**
   * Replaces {@code advise.json} and {@code advise.html} in the folder of a run.
   *
   * @throws io.quartet.model.QuartetException RESULTS_WRITE
   */
  public static void write(Path run, Advice advice) {
    ResultsFolder folder = ResultsFolder.open(run);
    folder.replace(JSON, json(advice));
    folder.replace(HTML, HtmlReport.page("advise.jte", new AdvicePage(advice, HtmlReport.style())));
  }

  /** The figures as they stand in {@code advise.json}. */
  public static String json(Advice advice) {
    return JsonDocument.of(AdviceFigures.TABLE.json(advice));
  }

  private static List<String> notes(RunEvidence evidence) {
    List<String> notes = new ArrayList<>(evidence.lostCounts());
    if (!evidence.hasPlans()) {
      notes.add(NO_PLANS);
    }
    notes.addAll(evidence.missingPlans());
    notes.add(
        "One run shows what one load uses. An index that it does not use may serve other work:"
            + " reports, deletes, or a phase that was not run.");
    notes.add(
        "Entries written are estimates from inserts and updates of the table. The write-ahead"
            + " log of a single index is not recorded. Measure the cost of an index with --drop, and"
            + " its benefit with --try.");
    return notes;
  }
}
