// Tests of generated values against the distribution they should have.
//
// Significance: seeds are fixed, so a test passes or fails for good. The suite holds about a hundred such tests; at
// 1/10,000 each, a right generator under a new seed fails one of them in 1 of 100 cases, while the samples are chosen
// large enough that shares wrong by one or two points are found (GoodnessOfFit.NoticesSharesThatAreSlightlyWrong).
#ifndef QUARTET_TEST_GOODNESS_OF_FIT_H
#define QUARTET_TEST_GOODNESS_OF_FIT_H

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace quartet {

inline constexpr double kSignificance = 1e-4;

// The value a standard normal variable exceeds with probability `significance`.
inline double normal_quantile(double significance) {
  double low = -40;
  double high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > significance ? low : high) = middle;
  }
  return low;
}

// Value that chi-square with `freedom` degrees of freedom exceeds with probability `significance`, by Wilson and
// Hilferty: (X/k)^(1/3) is nearly normal with mean 1 - 2/(9k) and variance 2/(9k). Up to 2 % too large from 4
// degrees on, 8 % at 1: a little slow to reject, never too quick.
inline double chi_square_critical(double freedom, double significance = kSignificance) {
  const double variance = 2 / (9 * freedom);
  const double root = 1 - variance + normal_quantile(significance) * std::sqrt(variance);
  return freedom * root * root * root;
}

// Sum of (observed - expected)^2 / expected. `weights` are proportional to the expected counts.
// Throws when a cell expects fewer than 5: the statistic would not follow chi-square.
inline double chi_square_statistic(const std::vector<double>& observed, const std::vector<double>& weights) {
  if (observed.size() != weights.size()) throw std::invalid_argument("one weight per cell");
  const double total = std::accumulate(observed.begin(), observed.end(), 0.0);
  const double weight = std::accumulate(weights.begin(), weights.end(), 0.0);
  double statistic = 0;
  for (size_t i = 0; i < observed.size(); ++i) {
    const double expected = total * weights[i] / weight;
    if (expected < 5) throw std::invalid_argument("a cell expects fewer than 5. Pool cells or draw more.");
    statistic += (observed[i] - expected) * (observed[i] - expected) / expected;
  }
  return statistic;
}

// Counts in cells, proportional to `weights`?
inline testing::AssertionResult has_shares(const std::vector<double>& observed, const std::vector<double>& weights,
                                           double significance = kSignificance) {
  const double statistic = chi_square_statistic(observed, weights);
  const double critical = chi_square_critical(static_cast<double>(observed.size() - 1), significance);
  return (statistic <= critical ? testing::AssertionSuccess() : testing::AssertionFailure())
         << "chi-square " << statistic << ", critical " << critical << " with " << observed.size() - 1
         << " degrees of freedom at significance " << significance;
}

// All cells alike?
inline testing::AssertionResult is_even(const std::vector<double>& observed, double significance = kSignificance) {
  return has_shares(observed, std::vector<double>(observed.size(), 1.0), significance);
}

// Are rows and columns of a table of counts independent?
inline testing::AssertionResult is_independent(const std::vector<std::vector<double>>& counts,
                                               double significance = kSignificance) {
  const size_t columns = counts.front().size();
  std::vector<double> rows(counts.size());
  std::vector<double> sums(columns);
  double total = 0;
  for (size_t r = 0; r < counts.size(); ++r) {
    for (size_t c = 0; c < columns; ++c) {
      rows[r] += counts[r][c];
      sums[c] += counts[r][c];
      total += counts[r][c];
    }
  }
  double statistic = 0;
  for (size_t r = 0; r < counts.size(); ++r) {
    for (size_t c = 0; c < columns; ++c) {
      const double expected = rows[r] * sums[c] / total;
      if (expected < 5) throw std::invalid_argument("a cell expects fewer than 5. Pool cells or draw more.");
      statistic += (counts[r][c] - expected) * (counts[r][c] - expected) / expected;
    }
  }
  const double critical = chi_square_critical(static_cast<double>((counts.size() - 1) * (columns - 1)), significance);
  return (statistic <= critical ? testing::AssertionSuccess() : testing::AssertionFailure())
         << "chi-square of independence " << statistic << ", critical " << critical;
}

// Largest distance between the share of the sample at or below x and cdf(x), on both sides of every step; right for
// distributions with steps too, whose cdf jumps exactly at the values.
inline double kolmogorov_smirnov_statistic(std::vector<double> sample, std::invocable<double> auto cdf) {
  std::sort(sample.begin(), sample.end());
  const auto size = static_cast<double>(sample.size());
  double distance = 0;
  for (size_t i = 0; i < sample.size();) {
    size_t next = i;
    while (next < sample.size() && sample[next] == sample[i]) ++next;
    const double before = std::nextafter(sample[i], -std::numeric_limits<double>::infinity());
    distance = std::max({distance, std::abs(static_cast<double>(i) / size - cdf(before)),
                         std::abs(static_cast<double>(next) / size - cdf(sample[i]))});
    i = next;
  }
  return distance;
}

// Distance that a sample of `size` exceeds with probability `significance` (Kolmogorov's limit with Stephens'
// correction for finite samples; smaller for distributions with steps).
inline double kolmogorov_smirnov_critical(double size, double significance = kSignificance) {
  const double root = std::sqrt(size);
  return std::sqrt(-std::log(significance / 2) / 2) / (root + 0.12 + 0.11 / root);
}

inline testing::AssertionResult follows(const std::vector<double>& sample, std::invocable<double> auto cdf,
                                        double significance = kSignificance) {
  if (sample.size() < 100) throw std::invalid_argument("fewer than 100 values prove nothing");
  const double statistic = kolmogorov_smirnov_statistic(sample, cdf);
  const double critical = kolmogorov_smirnov_critical(static_cast<double>(sample.size()), significance);
  return (statistic <= critical ? testing::AssertionSuccess() : testing::AssertionFailure())
         << "Kolmogorov-Smirnov " << statistic << ", critical " << critical << " for " << sample.size()
         << " values at significance " << significance;
}

// Distribution of a uniform whole number, both ends included.
inline auto uniform_integers(double low, double high) {
  return [low, high](double x) { return std::clamp((std::floor(x) - low + 1) / (high - low + 1), 0.0, 1.0); };
}

// Distribution of a uniform real number.
inline auto uniform_reals(double low, double high) {
  return [low, high](double x) { return std::clamp((x - low) / (high - low), 0.0, 1.0); };
}

// Pearson's coefficient; of n independent pairs it is nearly normal with standard deviation 1/sqrt(n).
inline testing::AssertionResult is_uncorrelated(const std::vector<double>& x, const std::vector<double>& y,
                                                double significance = kSignificance) {
  const auto size = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / size;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / size;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  const double coefficient = xy / std::sqrt(xx * yy);
  const double critical = normal_quantile(significance / 2) / std::sqrt(size);
  return (std::abs(coefficient) <= critical ? testing::AssertionSuccess() : testing::AssertionFailure())
         << "correlation " << coefficient << ", critical " << critical;
}

}  // namespace quartet

#endif  // QUARTET_TEST_GOODNESS_OF_FIT_H
