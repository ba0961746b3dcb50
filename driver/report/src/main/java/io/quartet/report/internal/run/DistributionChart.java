package io.quartet.report.internal.run;

import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.run.ChartData.Distribution;
import io.quartet.report.internal.run.ChartData.Spread;
import io.quartet.report.section.MeasuredLoad;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Sorts the response times of each transaction into bins, so many to each power of ten. */
final class DistributionChart {

  private static final int BINS_PER_DECADE = 10;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final MathContext EDGE_DIGITS = new MathContext(3);

  private DistributionChart() {}

  static Distribution of(ReportData data, List<MeasuredLoad.Transaction> rows) {
    Map<MeasuredLoad.Transaction, Histogram> histograms = new LinkedHashMap<>();
    for (MeasuredLoad.Transaction row : rows) {
      if (row.response().p90() != null && row.response().mean() != null) {
        data.books()
            .responses(row.counts().kind())
            .ifPresent(responses -> histograms.put(row, responses.histogram()));
      }
    }
    int first = histograms.values().stream().mapToInt(h -> bin(h.getMinValue())).min().orElse(0);
    int last = histograms.values().stream().mapToInt(h -> bin(h.getMaxValue())).max().orElse(-1);
    List<Spread> spreads = new ArrayList<>();
    histograms.forEach((row, histogram) -> spreads.add(spread(row, histogram, first, last)));
    return new Distribution(
        spreads.isEmpty()
            ? List.of()
            : IntStream.rangeClosed(first, last + 1)
                .mapToObj(DistributionChart::lowerEdgeMillis)
                .toList(),
        spreads);
  }

  private static Spread spread(
      MeasuredLoad.Transaction row, Histogram histogram, int firstBin, int lastBin) {
    long[] counts = new long[lastBin - firstBin + 1];
    for (HistogramIterationValue value : histogram.recordedValues()) {
      // The middle of what the histogram cannot tell apart.
      long micros = histogram.medianEquivalentValue(value.getValueIteratedTo());
      int bin = Math.min(lastBin, Math.max(firstBin, bin(micros)));
      counts[bin - firstBin] += value.getCountAddedInThisIterationStep();
    }
    List<Double> percents = new ArrayList<>();
    for (long count : counts) {
      percents.add(Rounded.hundredths(100.0 * count / histogram.getTotalCount()));
    }
    return new Spread(
        row.transaction(),
        percents,
        Rounded.hundredths(row.response().mean()),
        Rounded.hundredths(row.response().p90()),
        row.response().limit());
  }

  private static int bin(long micros) {
    return (int) Math.floor(BINS_PER_DECADE * Math.log10(Math.max(1, micros) / MICROS_PER_MILLI));
  }

  /** 1, 1.26, 1.58 and so on. */
  private static double lowerEdgeMillis(int bin) {
    return BigDecimal.valueOf(Math.pow(10, (double) bin / BINS_PER_DECADE))
        .round(EDGE_DIGITS)
        .doubleValue();
  }
}
