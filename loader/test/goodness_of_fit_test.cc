#include "goodness_of_fit.h"

#include "base/random.h"

namespace quartet {
namespace {

constexpr uint64_t kSeed = 7;

// Counts of `draws` values of shares in percent.
std::vector<double> draw_shares(const std::vector<int>& percents, int draws) {
  Stream random(kSeed, 1, 1);
  std::vector<double> counts(percents.size());
  for (int i = 0; i < draws; ++i) {
    int64_t left = random.uniform(0, 99);
    size_t cell = 0;
    while (left >= percents[cell]) left -= percents[cell++];
    ++counts[cell];
  }
  return counts;
}

std::vector<double> draw_reals(double low, double high, int draws, uint64_t stream = 2) {
  Stream random(kSeed, stream, 1);
  std::vector<double> sample;
  sample.reserve(static_cast<size_t>(draws));
  for (int i = 0; i < draws; ++i) sample.push_back(low + (high - low) * random.unit());
  return sample;
}

TEST(GoodnessOfFit, HasTheCriticalValuesOfThePrintedTables) {
  EXPECT_NEAR(normal_quantile(0.05), 1.6449, 1e-4);
  EXPECT_NEAR(normal_quantile(0.001), 3.0902, 1e-4);
  EXPECT_NEAR(chi_square_critical(4, 0.05), 9.488, 0.1);
  EXPECT_NEAR(chi_square_critical(4, 0.001), 18.467, 0.3);
  EXPECT_NEAR(chi_square_critical(10, 0.001), 29.588, 0.2);
  EXPECT_NEAR(chi_square_critical(100, 0.001), 149.449, 0.1);
  EXPECT_GE(chi_square_critical(1, 0.001), 10.828) << "too large at one degree, never too small";
  EXPECT_LE(chi_square_critical(1, 0.001), 10.828 * 1.08);
  EXPECT_NEAR(kolmogorov_smirnov_critical(1e10, 0.05) * 1e5, 1.3581, 1e-4);
  EXPECT_NEAR(kolmogorov_smirnov_critical(20, 0.05), 0.294, 0.002);
}

TEST(GoodnessOfFit, ComputesStatisticsDoneByHand) {
  EXPECT_DOUBLE_EQ(chi_square_statistic({10, 20, 30}, {1, 1, 1}), 10.0);
  EXPECT_DOUBLE_EQ(chi_square_statistic({12, 18}, {2, 1}), 9.6);
  EXPECT_THROW(chi_square_statistic({4, 4}, {1, 1}), std::invalid_argument);
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov_statistic({0.1, 0.2, 0.9}, uniform_reals(0, 1)), 2.0 / 3 - 0.2);
  EXPECT_NEAR(kolmogorov_smirnov_statistic({1, 1, 2, 3}, uniform_integers(1, 3)), 0.5 - 1.0 / 3, 1e-12);
}

TEST(GoodnessOfFit, AcceptsWhatFits) {
  EXPECT_TRUE(has_shares(draw_shares({30, 30, 20, 10, 10}, 57'600), {30, 30, 20, 10, 10}));
  EXPECT_TRUE(is_even(draw_shares({25, 25, 25, 25}, 57'600)));
  EXPECT_TRUE(follows(draw_reals(20, 30, 5'000), uniform_reals(20, 30)));
  EXPECT_TRUE(is_uncorrelated(draw_reals(0, 1, 5'000, 2), draw_reals(0, 1, 5'000, 3)));
  EXPECT_TRUE(is_independent({{1'000, 2'010}, {505, 990}}));
}

// The wrong distributions that the sample sizes of the distribution tests must show.
TEST(GoodnessOfFit, NoticesSharesThatAreSlightlyWrong) {
  constexpr int kTrades = 3 * 57'600;
  EXPECT_FALSE(has_shares(draw_shares({31, 29, 20, 10, 10}, kTrades), {30, 30, 20, 10, 10})) << "trade types";
  EXPECT_FALSE(has_shares(draw_shares({26, 25, 25, 24}, kTrades), {1, 1, 1, 1})) << "quantities";
  EXPECT_FALSE(has_shares(draw_shares({36, 64}, kTrades), {35, 65})) << "LIFO";
  constexpr int kAccounts = 25'000;
  EXPECT_FALSE(has_shares(draw_shares({22, 48, 30}, kAccounts), {20, 50, 30})) << "tax status";
  EXPECT_FALSE(has_shares(draw_shares({60, 37, 3}, kAccounts), {60, 38, 2})) << "permissions";
}

TEST(GoodnessOfFit, NoticesRangesThatAreSlightlyWrong) {
  EXPECT_FALSE(follows(draw_reals(20, 29, 3'425), uniform_reals(20, 30))) << "a range cut short";
  EXPECT_FALSE(follows(draw_reals(20.2, 30.2, 50'000), uniform_reals(20, 30))) << "a range moved";
  std::vector<double> bent = draw_reals(0, 1, 50'000);
  for (double& value : bent) value = std::pow(value, 1.1);
  EXPECT_FALSE(follows(bent, uniform_reals(0, 1))) << "not quite uniform";
}

TEST(GoodnessOfFit, NoticesDependence) {
  EXPECT_FALSE(is_independent({{1'000, 2'000}, {2'000, 3'000}}));
  const std::vector<double> x = draw_reals(0, 1, 20'000, 2);
  std::vector<double> y = draw_reals(0, 1, 20'000, 3);
  for (size_t i = 0; i < y.size(); ++i) y[i] += 0.05 * x[i];
  EXPECT_FALSE(is_uncorrelated(x, y));
}

}  // namespace
}  // namespace quartet
