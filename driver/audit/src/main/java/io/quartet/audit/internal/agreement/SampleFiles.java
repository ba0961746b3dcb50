package io.quartet.audit.internal.agreement;

import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.List;

/** {@code stats/}: every file in it can be read, also those that no other rule needs. */
final class SampleFiles {

  private static final String ENDING = ".csv";

  private SampleFiles() {}

  /**
   * Nothing contradicts, or the reader refuses.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  static Contradictions contradictions(RunResults run) {
    ResultsFolder folder = run.folder();
    for (String vm : folder.names(StatsCsv.FOLDER)) {
      for (String name : folder.names(StatsCsv.FOLDER + vm)) {
        if (name.endsWith(ENDING)) {
          read(folder, vm, name.substring(0, name.length() - ENDING.length()));
        }
      }
    }
    return new Contradictions();
  }

  private static void read(ResultsFolder folder, String vm, String source) {
    List<String> columns = StatsCsv.columns(folder, vm, source);
    StatsCsv.forEach(folder, vm, source, line -> columns.forEach(line::number));
  }
}
