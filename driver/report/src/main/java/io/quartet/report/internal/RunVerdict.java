package io.quartet.report.internal;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.report.section.Validity;
import io.quartet.results.RunFiles;
import io.quartet.results.RunState;
import io.quartet.results.folder.ResultsFolder;
import java.util.Optional;

/**
 * How far a run came and whether it counts, for those who need no whole report.
 *
 * @param state {@code finished}, {@code measured}, {@code aborted}, {@code running}, {@code killed}
 *     or {@code unknown}
 */
public record RunVerdict(String state, Validity verdict) {

  /**
   * By what the run said of itself.
   *
   * @param measuredResults Trade-Results completed in the measured phases
   */
  public static RunVerdict of(ResultsFolder folder, long measuredResults) {
    return of(folder, measuredResults, false);
  }

  /** As above, and by the checksums of every raw file, as in the report. */
  public static RunVerdict checked(ResultsFolder folder, long measuredResults) {
    return of(folder, measuredResults, true);
  }

  private static RunVerdict of(ResultsFolder folder, long measuredResults, boolean isChecked) {
    RunFiles files = new RunFiles(folder);
    Problems problems = new Problems();
    Optional<RunState> state = problems.expect(files.state());
    if (isChecked) {
      problems.addAll(ReportData.changes(files, state, problems));
    }
    AuditFacts audit =
        AuditFacts.of(folder, problems.allow(files.audit()).orElse(MissingNode.getInstance()));
    return new RunVerdict(
        word(state), VerdictBuilder.of(state, audit, measuredResults, problems.sentences(folder)));
  }

  /** What became of a run, in the word that this record has for it. */
  static String word(Optional<RunState> state) {
    return state.map(RunState::word).orElse("unknown");
  }
}
