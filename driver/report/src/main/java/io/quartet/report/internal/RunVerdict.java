package io.quartet.report.internal;

import io.quartet.report.section.Validity;
import io.quartet.results.folder.ResultsFolder;

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
    return ReportDataReader.verdict(folder, measuredResults, false);
  }

  /** As above, and by the checksums of every raw file, as in the report. */
  public static RunVerdict checked(ResultsFolder folder, long measuredResults) {
    return ReportDataReader.verdict(folder, measuredResults, true);
  }
}
