#include "quartet/market_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "market/arithmetic.h"
#include "market/purpose.h"

namespace quartet {
namespace {

// Position in the Load Unit to customer: (a i + b (h + 1)) mod 1000.
constexpr int64_t kCustomerStep = 731;
constexpr int64_t kCustomerShift = 41;
constexpr int64_t kCustomerInverse = inverse_mod(kCustomerStep, kCustomersPerUnit);

// A tier: its positions, accounts per customer, and the scrambling of positions before the count.
struct Tier {
  int64_t first;
  int64_t size;
  int64_t least_accounts;
  int64_t range;   // values of the count
  int64_t offset;  // chosen so that the sum over the tier is exact
  int64_t step;    // coprime to size
};
constexpr std::array<Tier, 3> kTiers = {Tier{0, 200, 1, 4, 0, 57}, Tier{200, 600, 2, 7, 1, 77},
                                        Tier{800, 200, 5, 6, 2, 43}};
constexpr int64_t kTierUnitShift = 17;

// Smallest basket by tier and number of accounts; the largest is 20 minus it.
constexpr std::array<std::array<int, 11>, 3> kLeastBasket = {
    {{0, 6, 4, 2, 2, 0, 0, 0, 0, 0, 0}, {0, 0, 7, 5, 4, 3, 2, 2, 2, 0, 0}, {0, 0, 0, 0, 0, 4, 4, 3, 3, 2, 2}}};

// Price curve, milliseconds and cents.
constexpr int64_t kPeriod = 900'000;
constexpr int64_t kLow = 2000;
constexpr int64_t kHigh = 3000;
constexpr int64_t kMillisPerCent = kPeriod / 2 / (kHigh - kLow);
constexpr int64_t kPhaseStep = 372'791;  // coprime to the period, near (sqrt(2) - 1) of it: neighbours are far apart
constexpr int64_t kPhaseShift = 118'273;

int64_t position_of(int64_t customer) {
  const int64_t unit = customer / kCustomersPerUnit;
  return floor_mod((customer % kCustomersPerUnit - kCustomerShift * (unit + 1)) * kCustomerInverse, kCustomersPerUnit);
}

constexpr const Tier& tier_of_position(int64_t position) {
  return position < kTiers[1].first ? kTiers[0] : position < kTiers[2].first ? kTiers[1] : kTiers[2];
}

int64_t phase_at(int64_t security, int64_t millis) {
  // The time is any 64-bit number: nothing may be added before it is reduced.
  return floor_mod(security * kPhaseStep + kPhaseShift + floor_mod(millis, kPeriod), kPeriod);
}

void require(const char* name, int64_t value, int64_t least, int64_t most) {
  if (value < least || value > most) {
    throw std::invalid_argument(
        fmt::format("{} is {}, outside {}..{}. Give a whole number in that range.", name, value, least, most));
  }
}

}  // namespace

MarketModel::MarketModel(const MarketParameters& parameters) : parameters_(parameters) {
  require("load_units", parameters.load_units, 1, 10'000);
  require("active_load_units", parameters.active_load_units, 1, parameters.load_units);
  require("trade_days", parameters.trade_days, 1, 1'000);
  require("news_length", parameters.news_length, 1'000, 100'000);
}

int MarketModel::tier(int64_t customer) const {
  return static_cast<int>(&tier_of_position(position_of(customer)) - kTiers.data()) + 1;
}

int MarketModel::account_count(int64_t customer) const {
  const int64_t position = position_of(customer);
  const Tier& tier = tier_of_position(position);
  const int64_t unit = customer / kCustomersPerUnit;
  const int64_t scrambled = ((position - tier.first) * tier.step + unit * kTierUnitShift) % tier.size;
  return static_cast<int>((scrambled + tier.offset) % tier.range + tier.least_accounts);
}

int64_t MarketModel::broker_of(int64_t account) const {
  Stream random(parameters_.seed, purpose::kAccountBroker, static_cast<uint64_t>(account));
  return owner(account) / kCustomersPerUnit * kBrokersPerUnit + random.uniform(0, kBrokersPerUnit - 1);
}

int MarketModel::tax_status(int64_t account) const {
  Stream random(parameters_.seed, purpose::kAccountTaxStatus, static_cast<uint64_t>(account));
  const int64_t percent = random.uniform(0, 99);
  return percent < 20 ? 0 : percent < 70 ? 1 : 2;
}

Basket MarketModel::basket(int64_t account) const {
  const int64_t customer = owner(account);
  const int least =
      kLeastBasket.at(static_cast<size_t>(tier(customer) - 1)).at(static_cast<size_t>(account_count(customer)));
  const int64_t first = customer / kCustomersPerUnit * kSecuritiesPerUnit;
  Stream random(parameters_.seed, purpose::kBasket, static_cast<uint64_t>(account));
  Basket basket{};
  const auto size = static_cast<int>(random.uniform(least, 20 - least));
  while (basket.size < size) {
    const auto security = static_cast<int32_t>(first + random.uniform(0, kSecuritiesPerUnit - 1));
    auto* const end = basket.securities.begin() + basket.size;
    // Drawn again when it is in the basket already: positions of an account are distinct.
    if (std::find(basket.securities.begin(), end, security) == end) {
      *end = security;
      ++basket.size;
    }
  }
  return basket;
}

std::vector<int64_t> MarketModel::extra_permissions(int64_t account) const {
  // Below every customer's number, so never the owner.
  constexpr int64_t kHighestNumber = 4'200'000'000;
  Stream random(parameters_.seed, purpose::kPermission, static_cast<uint64_t>(account));
  const int64_t percent = random.uniform(0, 99);
  const size_t count = percent < 60 ? 0 : percent < 98 ? 1 : 2;
  std::vector<int64_t> numbers;
  while (numbers.size() < count) {
    const int64_t number = random.uniform(1, kHighestNumber);
    if (numbers.empty() || numbers[0] != number) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

int64_t MarketModel::pick_customer(Stream& random, int64_t first_unit, int64_t units) const {
  const int64_t unit = units == 1 ? first_unit : random.uniform(first_unit, first_unit + units - 1);
  // Weights rise linearly, so their sum is quadratic and its inverse takes a square root. IEEE 754 rounds that
  // correctly: every machine picks the same customer.
  const double w = 2000 * (1 - random.unit());  // in (0, 2000]
  double position = 0;
  const Tier* tier = nullptr;
  if (w <= 200) {
    tier = &kTiers[0];
    position = std::sqrt(22'500 + 500 * w) - 151;
  } else if (w <= 1400) {
    tier = &kTiers[1];
    position = std::sqrt(290'000 + 1000 * w) - 501;
  } else {
    tier = &kTiers[2];
    position = 149 + std::sqrt(500 * w - 277'500);
  }
  const int64_t i = std::clamp(static_cast<int64_t>(std::ceil(position)), tier->first, tier->first + tier->size - 1);
  return unit * kCustomersPerUnit + (kCustomerStep * i + kCustomerShift * (unit + 1)) % kCustomersPerUnit;
}

int64_t MarketModel::pick_account(Stream& random, int64_t customer) const {
  return account_id(customer, static_cast<int>(random.uniform(0, account_count(customer) - 1)));
}

int64_t MarketModel::price_cents(int64_t security, int64_t millis) {
  const int64_t x = phase_at(security, millis);
  const int64_t distance = std::min(x, kPeriod - x);
  // In whole milliseconds and cents: loader, engine and driver must find the same price.
  return kLow + (distance + kMillisPerCent / 2) / kMillisPerCent;
}

int64_t MarketModel::millis_until_triggered(int64_t security, int64_t millis, TradeType type, int64_t limit_cents) {
  const int64_t x = phase_at(security, millis);
  const int64_t distance = std::min(x, kPeriod - x);  // from the lowest point
  const int64_t middle = (std::clamp(limit_cents, kLow, kHigh) - kLow) * kMillisPerCent;
  if (type == TradeType::kLimitSell) {
    // The first distance whose rounded price is the limit.
    const int64_t reached = std::max<int64_t>(middle - kMillisPerCent / 2, 0);
    return distance >= reached ? 0 : floor_mod(reached - x, kPeriod);
  }
  // The last distance whose rounded price is the limit.
  const int64_t reached = middle + kMillisPerCent / 2 - 1;
  return distance <= reached ? 0 : kPeriod - reached - x;
}

}  // namespace quartet
