package io.quartet.run.internal.collect;

import io.quartet.provision.clock.Cadence;
import io.quartet.results.folder.StatsCsv;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code stats/<vm>/gaps.csv}: times without samples, each noted at its end. Not thread-safe. */
final class Gaps {

  private static final List<String> COLUMNS = List.of("source", "missed_ms", "reason");

  private final Collecting collecting;
  private final String source;
  private final Cadence cadence;
  private final StatsCsv file;

  /**
   * @param source what is sampled together: {@code database} or {@code process}
   */
  Gaps(Collecting collecting, String vm, String source, Cadence cadence) {
    this.collecting = collecting;
    this.source = source;
    this.cadence = cadence;
    this.file = new StatsCsv(collecting.folder(), vm, "gaps");
  }

  /** A sample was taken; notes the gap before it, if there was one. */
  void sampled(String reason) {
    note(reason);
    cadence.sampled();
  }

  private void note(String reason) {
    long missedMillis = TimeUnit.NANOSECONDS.toMillis(cadence.missedNanos());
    if (missedMillis > 0) {
      file.append(
          collecting.utcMillis(),
          COLUMNS,
          List.of(List.of(source, Long.toString(missedMillis), reason)));
    }
  }

  /** Notes the gap that is open, if there is one, as no sample will be taken any more. */
  void close(String reason) {
    note(reason);
    file.close();
  }
}
