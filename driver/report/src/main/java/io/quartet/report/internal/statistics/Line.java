package io.quartet.report.internal.statistics;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Line of least squares. Points may belong to strata, between which only the slope is the same: so
 * points are compared with those of their own stratum.
 *
 * @param slope of the line
 * @param standardError of the slope
 * @param degrees of freedom, at least 1
 */
public record Line(double slope, double standardError, int degrees) {

  /**
   * Fits a line through points of one stratum.
   *
   * @return empty with fewer than three points, or if all have the same x
   */
  public static Optional<Line> through(double[] x, double[] y) {
    return within(Collections.nCopies(x.length, ""), x, y);
  }

  /**
   * Fits lines of one slope.
   *
   * @param strata the stratum of each point
   * @param x as many as strata
   * @param y as many as strata
   * @return empty if too few points share a stratum with others of a different x
   */
  public static Optional<Line> within(List<String> strata, double[] x, double[] y) {
    Map<String, double[]> sums = new HashMap<>();
    for (int i = 0; i < x.length; i++) {
      double[] sum = sums.computeIfAbsent(strata.get(i), stratum -> new double[3]);
      sum[0]++;
      sum[1] += x[i];
      sum[2] += y[i];
    }
    double squaresX = 0;
    double squaresY = 0;
    double products = 0;
    for (int i = 0; i < x.length; i++) {
      double[] sum = sums.get(strata.get(i));
      double deviationX = x[i] - sum[1] / sum[0];
      double deviationY = y[i] - sum[2] / sum[0];
      squaresX += deviationX * deviationX;
      squaresY += deviationY * deviationY;
      products += deviationX * deviationY;
    }
    int degrees = x.length - sums.size() - 1;
    if (degrees < 1 || squaresX == 0) {
      return Optional.empty();
    }
    double slope = products / squaresX;
    // What the line leaves over; rounding may put it below zero.
    double residuals = Math.max(0, squaresY - slope * products);
    return Optional.of(new Line(slope, Math.sqrt(residuals / degrees / squaresX), degrees));
  }

  /** Half the length of the 95 % interval of the slope. */
  public double margin() {
    double upper = 0.5 - Interval.CONFIDENCE_PERCENT / 200;
    return TDistribution.of(degrees).inverseSurvivalProbability(upper) * standardError;
  }

  /** Probability of a slope at least as steep, up or down, if there is none; 0 to 1. */
  public double pValue() {
    if (standardError == 0) {
      return slope == 0 ? 1 : 0;
    }
    return 2 * TDistribution.of(degrees).survivalProbability(Math.abs(slope) / standardError);
  }
}
