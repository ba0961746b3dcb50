package io.quartet.report.internal.run;

import io.quartet.report.internal.data.ReportData;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SampledRates;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A measured phase, or all of them.
 *
 * @param spans the phase, or all of them
 * @param rates those in it
 */
record Stretch(String phase, List<Span> spans, Function<SampledRates, Rates> rates) {

  /** The phases, and at last all together; none without a phase. */
  static List<Stretch> of(ReportData data) {
    List<Span> phases = Span.measured(data.books().cells());
    List<Stretch> all = new ArrayList<>();
    for (Span phase : phases) {
      int index = all.size();
      all.add(new Stretch(phase.name(), List.of(phase), sampled -> sampled.phases().get(index)));
    }
    if (!all.isEmpty()) {
      all.add(new Stretch(Activity.ALL_PHASES, phases, SampledRates::allPhases));
    }
    return all;
  }

  double seconds() {
    return spans.stream().mapToDouble(Span::seconds).sum();
  }

  /** True if a phase is in it. */
  boolean has(String name) {
    return phase.equals(Activity.ALL_PHASES) || phase.equals(name);
  }
}
