// The customer side against docs/spec/population.md, "Customers and accounts": every distribution it names, on 5
// Load Units.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "binary_rows.h"
#include "generate/dates.h"
#include "goodness_of_fit.h"
#include "market/geography.h"
#include "market/words.h"

namespace quartet {
namespace {

constexpr int64_t kUnits = 5;
constexpr int64_t kCustomers = kUnits * kCustomersPerUnit;
constexpr int kPersons = 200'000;

const MarketModel& model() {
  static const MarketModel kModel({.load_units = kUnits, .active_load_units = kUnits, .news_length = 1'000});
  return kModel;
}

// Bytes of a table of all units.
std::string generated(Table table) {
  TableBytes tables;
  RowWriter writer;
  for (int64_t unit = 0; unit < kUnits; ++unit) generate_unit(model(), table, unit, writer, collect_into(tables));
  return bytes_of(tables, table);
}

// Calls `visit` with every account of all units: CA_ID, owner, number of the owner's accounts.
template <typename Visit>
void for_each_account(Visit visit) {
  for (int64_t customer = 0; customer < kCustomers; ++customer) {
    const int count = model().account_count(customer);
    for (int i = 0; i < count; ++i) visit(MarketModel::account_id(customer, i), customer, count);
  }
}

int64_t number_of(std::string_view digits) { return std::stoll(std::string(digits)); }

// Position in the Load Unit, which carries the weight of selection.
int64_t position_of(int64_t customer) {
  static const std::vector<int64_t> kPositions = [] {
    std::vector<int64_t> positions(kCustomers);
    for (int64_t unit = 0; unit < kUnits; ++unit) {
      for (int64_t i = 0; i < kCustomersPerUnit; ++i) {
        positions.at(static_cast<size_t>(unit * kCustomersPerUnit + (731 * i + 41 * (unit + 1)) % 1000)) = i;
      }
    }
    return positions;
  }();
  return kPositions.at(static_cast<size_t>(customer));
}

double weight_of(int64_t i) {
  const auto x = static_cast<double>(i);
  return i < 200 ? (2 * x + 301) / 500 : i < 800 ? (2 * x + 1001) / 1000 : (2 * x - 299) / 500;
}

TEST(CustomerDistribution, PersonsHaveGenderInitialAndNamesByWeight) {
  const auto weights = [](int count, int sum, int largest) {
    const std::vector<int> whole = falling_weights(count, sum, largest);
    return std::vector<double>(whole.begin(), whole.end());
  };
  const auto index_of = [](const WeightedWords& words) {
    std::unordered_map<std::string, size_t> index;
    for (size_t i = 0; i < words.words().size(); ++i) index[words.words()[i]] = i;
    return index;
  };
  const auto male = index_of(male_names());
  const auto female = index_of(female_names());
  const auto last = index_of(last_names());
  std::vector<double> gender(2);
  std::vector<double> initial(26);
  std::vector<double> male_counts(1'220);
  std::vector<double> female_counts(4'275);
  std::vector<double> last_counts(500);
  for (int64_t number = 1; number <= kPersons; ++number) {
    const Person person = model().person(kIdBase + number);
    ++gender[person.is_male ? 0 : 1];
    ++initial.at(static_cast<size_t>(person.middle_initial - 'A'));
    ++(person.is_male ? male_counts : female_counts).at((person.is_male ? male : female).at(person.first_name));
    ++last_counts[last.at(person.last_name) % last_counts.size()];
  }
  EXPECT_TRUE(has_shares(gender, {49, 51}));
  EXPECT_TRUE(is_even(initial));
  EXPECT_TRUE(has_shares(male_counts, weights(1'220, 9'554, 330)));
  EXPECT_TRUE(has_shares(female_counts, weights(4'275, 11'890, 150)));
  std::vector<double> last_weights(last_counts.size());
  const std::vector<double> all = weights(65'000, 69'195, 101);
  for (size_t i = 0; i < all.size(); ++i) last_weights[i % last_weights.size()] += all[i];
  EXPECT_TRUE(has_shares(last_counts, last_weights));
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_GE(weights(1'220, 9'554, 330)[i] / 9'554, 0.025);
    EXPECT_LE(weights(1'220, 9'554, 330)[i] / 9'554, 0.035);
  }
}

TEST(CustomerDistribution, AgesAreOfTheirBandsAndEvenInside) {
  constexpr std::array<int, 10> kYears = {10, 19, 25, 35, 45, 55, 65, 75, 85, 100};
  const std::vector<double> percents = {5, 16, 17, 19, 16, 11, 8, 7, 1};
  std::vector<double> bands(percents.size());
  std::vector<double> inside;  // share of the band's days that are past
  const std::string bytes = generated(Table::kCustomer);
  for (const Row& row : read_rows(bytes)) {
    const int64_t born = row[8].integer();
    size_t band = 0;
    while (band < bands.size() && born <= date_of(2005 - kYears.at(band + 1), 1, 3)) ++band;
    ASSERT_LT(band, bands.size()) << "born " << born;
    const int64_t first = date_of(2005 - kYears.at(band + 1), 1, 4);
    const int64_t last = date_of(2005 - kYears.at(band), 1, 3);
    ASSERT_LE(born, last) << "younger than 10";
    ++bands[band];
    inside.push_back((static_cast<double>(born - first) + 0.5) / static_cast<double>(last - first + 1));
  }
  EXPECT_TRUE(has_shares(bands, percents));
  EXPECT_TRUE(follows(inside, uniform_reals(0, 1)));
}

TEST(CustomerDistribution, PhonesHaveWeightedAreasAndRareExtensions) {
  std::map<std::string, double> areas;
  std::vector<double> locals;
  std::vector<double> extensions;
  std::vector<std::vector<double>> with_extension(3, std::vector<double>(2));
  std::array<std::vector<double>, 3> area_of_phone;
  const std::string bytes = generated(Table::kCustomer);
  for (const Row& row : read_rows(bytes)) {
    for (size_t phone = 0; phone < 3; ++phone) {
      const size_t at = 10 + 4 * phone;
      EXPECT_EQ(row[at].text(), "011");
      ++areas[std::string(row[at + 1].text())];
      area_of_phone.at(phone).push_back(static_cast<double>(number_of(row[at + 1].text())));
      ASSERT_EQ(row[at + 2].text().size(), 7U);
      locals.push_back(static_cast<double>(number_of(row[at + 2].text())));
      ++with_extension[phone][row[at + 3].is_null() ? 1 : 0];
      if (!row[at + 3].is_null()) {
        EXPECT_EQ(row[at + 3].text().size(), 3U);
        extensions.push_back(static_cast<double>(number_of(row[at + 3].text())));
      }
    }
  }
  ASSERT_EQ(areas.size(), 284U);
  // 276 codes of weight 1; the other eight share the remaining 30 of 306.
  std::vector<double> counts;
  std::vector<double> weights;
  int index = 0;
  for (const auto& [code, count] : areas) {
    counts.push_back(count);
    weights.push_back(index >= 8 ? 1 : index % 4 == 3 ? 3 : 4);
    ++index;
  }
  EXPECT_TRUE(has_shares(counts, weights));
  EXPECT_TRUE(follows(locals, uniform_integers(0, 9'999'999)));
  EXPECT_TRUE(follows(extensions, uniform_integers(0, 999)));
  EXPECT_TRUE(has_shares(with_extension[0], {25, 75}));
  EXPECT_TRUE(has_shares(with_extension[1], {15, 85}));
  EXPECT_TRUE(has_shares(with_extension[2], {5, 95}));
  EXPECT_TRUE(is_uncorrelated(area_of_phone[0], area_of_phone[1]));
  EXPECT_TRUE(is_uncorrelated(area_of_phone[1], area_of_phone[2]));
  EXPECT_TRUE(is_uncorrelated(area_of_phone[0], area_of_phone[2]));
}

TEST(CustomerDistribution, MailsAreOfTwoDifferentDomains) {
  std::map<std::pair<std::string, std::string>, double> pairs;
  const std::string bytes = generated(Table::kCustomer);
  for (const Row& row : read_rows(bytes)) {
    const std::string local = std::string(row[4].text().substr(0, 1)) + std::string(row[3].text()) + "@";
    ASSERT_TRUE(row[22].text().starts_with(local) && row[23].text().starts_with(local)) << row[22].text();
    ++pairs[{std::string(row[22].text().substr(local.size())), std::string(row[23].text().substr(local.size()))}];
  }
  ASSERT_EQ(pairs.size(), 30U) << "6 domains, the second another";
  std::vector<double> counts;
  for (const auto& [pair, count] : pairs) {
    EXPECT_NE(pair.first, pair.second);
    counts.push_back(count);
  }
  EXPECT_TRUE(is_even(counts));
}

TEST(CustomerDistribution, BracketsAreEvenAndCorrelated) {
  std::array<std::vector<double>, 2> country = {std::vector<double>(5), std::vector<double>(4)};
  std::map<int, std::vector<double>> division;  // by the number of brackets
  for (int64_t customer = 0; customer < kCustomers; ++customer) {
    const TaxBrackets tax = model().tax_brackets(customer);
    const int of_country = tax.is_first_country ? 5 : 4;
    const int of_division = MarketModel::division_bracket_count(tax.division);
    ++country.at(tax.is_first_country ? 0 : 1).at(static_cast<size_t>(tax.country_bracket - 1));
    auto& counts = division[of_division];
    counts.resize(static_cast<size_t>(of_division));
    ++counts.at(static_cast<size_t>(tax.division_bracket - 1));
    // One random number in 0..1 stands behind both, so the two intervals it may lie in overlap.
    EXPECT_LT((tax.country_bracket - 1) * of_division, tax.division_bracket * of_country);
    EXPECT_LT((tax.division_bracket - 1) * of_country, tax.country_bracket * of_division);
  }
  EXPECT_TRUE(is_even(country[0]));
  EXPECT_TRUE(is_even(country[1]));
  for (const auto& [brackets, counts] : division) {
    if (brackets > 1) {
      EXPECT_TRUE(is_even(counts)) << brackets << " brackets";
    }
  }
}

TEST(CustomerDistribution, AddressesAreOfZipCodesByWeight) {
  constexpr int64_t kAddresses = 300'000;
  std::vector<double> counts(MarketModel::zip_codes().size());
  std::vector<double> weights;
  for (const ZipCode& zip : MarketModel::zip_codes()) weights.push_back(zip.weight);
  for (int64_t i = 0; i < kAddresses; ++i) ++counts.at(static_cast<size_t>(model().zip_code_of(kIdBase + 1 + i)));
  EXPECT_TRUE(has_shares(counts, weights));
}

TEST(CustomerDistribution, AddressLinesHaveEvenNumbersStreetsAndSuffixes) {
  std::vector<double> numbers;
  std::unordered_map<std::string, double> streets;
  std::unordered_map<std::string, double> suffixes;
  std::vector<double> second(3);
  std::vector<double> apartments;
  std::vector<double> suites;
  const std::string bytes = generated(Table::kAddress);
  for (const Row& row : read_rows(bytes)) {
    const std::string line(row[1].text());
    const size_t blank = line.find(' ');
    const size_t last = line.rfind(' ');
    numbers.push_back(static_cast<double>(number_of(line.substr(0, blank))));
    ++streets[line.substr(blank + 1, last - blank - 1)];
    ++suffixes[line.substr(last + 1)];
    const int64_t in_block = (row[0].integer() - kIdBase - 5) % 1'500;
    if (row[0].integer() < kIdBase + 5 || in_block < kCompaniesPerUnit) {
      EXPECT_TRUE(row[2].is_null()) << "only customers have a second line";
    } else if (row[2].is_null()) {
      ++second[0];
    } else if (row[2].text().starts_with("Apt. ")) {
      ++second[1];
      apartments.push_back(static_cast<double>(number_of(row[2].text().substr(5))));
    } else {
      ++second[2];
      suites.push_back(static_cast<double>(number_of(row[2].text().substr(6))));
    }
  }
  const auto counts_of = [](const auto& map) {
    std::vector<double> counts;
    counts.reserve(map.size());
    for (const auto& [name, count] : map) counts.push_back(count);
    return counts;
  };
  EXPECT_TRUE(follows(numbers, uniform_integers(100, 25'000)));
  EXPECT_EQ(streets.size(), 1'000U);
  EXPECT_EQ(suffixes.size(), 17U);
  EXPECT_TRUE(is_even(counts_of(streets)));
  EXPECT_TRUE(is_even(counts_of(suffixes)));
  EXPECT_TRUE(has_shares(second, {60, 30, 10}));
  EXPECT_TRUE(follows(apartments, uniform_integers(1, 1'000)));
  EXPECT_TRUE(follows(suites, uniform_integers(1, 500)));
}

TEST(CustomerDistribution, AccountCountHasNothingToDoWithPopularity) {
  // By tier: selections of customers with few and with many accounts, and selections per account.
  std::array<double, 4> selections{};
  std::array<double, 4> accounts{};
  std::array<std::vector<double>, 4> weight;
  std::array<std::vector<double>, 4> count;
  for (int64_t customer = 0; customer < kCustomers; ++customer) {
    const auto tier = static_cast<size_t>(model().tier(customer));
    weight.at(tier).push_back(weight_of(position_of(customer)));
    count.at(tier).push_back(model().account_count(customer));
    selections.at(tier) += weight.at(tier).back();
    accounts.at(tier) += count.at(tier).back();
  }
  for (size_t tier = 1; tier <= 3; ++tier) {
    EXPECT_TRUE(is_uncorrelated(weight.at(tier), count.at(tier))) << "tier " << tier;
    EXPECT_NEAR(selections.at(tier) / accounts.at(tier), 2'000.0 / 5'000, 1e-9)
        << "an account of tier " << tier << " is selected as often as any other on average";
  }
}

TEST(CustomerDistribution, AccountsHaveBrokerTaxStatusAndPermissionsByTheirShares) {
  std::vector<double> brokers(kUnits * kBrokersPerUnit);
  std::vector<double> tax(3);
  std::vector<double> extra(3);
  std::vector<double> persons;
  std::vector<std::vector<double>> tax_by_extra(3, std::vector<double>(3));
  for_each_account([&](int64_t account, int64_t customer, int) {
    const int64_t broker = model().broker_of(account);
    EXPECT_EQ(broker / kBrokersPerUnit, customer / kCustomersPerUnit);
    ++brokers.at(static_cast<size_t>(broker));
    const auto status = static_cast<size_t>(model().tax_status(account));
    ++tax.at(status);
    const auto numbers = model().extra_permissions(account);
    ++extra.at(numbers.size());
    ++tax_by_extra.at(status).at(numbers.size());
    for (const int64_t number : numbers) persons.push_back(static_cast<double>(number));
  });
  EXPECT_TRUE(is_even(brokers));
  EXPECT_TRUE(has_shares(tax, {20, 50, 30}));
  EXPECT_TRUE(has_shares(extra, {60, 38, 2}));
  EXPECT_TRUE(follows(persons, uniform_integers(1, 4'200'000'000)));
  EXPECT_TRUE(is_independent(tax_by_extra));
}

TEST(CustomerDistribution, PermissionRowsFollowTheModel) {
  std::map<int64_t, std::string> rights;  // in the order of the rows
  const std::string bytes = generated(Table::kAccountPermission);
  for (const Row& row : read_rows(bytes)) rights[row[0].integer()] += row[1].text();
  constexpr std::array<std::string_view, 3> kRights = {"0000", "00000001", "000000010011"};
  for_each_account([&](int64_t account, int64_t, int) {
    EXPECT_EQ(rights[account], kRights.at(model().extra_permissions(account).size()));
  });
  EXPECT_EQ(rights.size(), static_cast<size_t>(kUnits) * 5'000);
}

TEST(CustomerDistribution, BalancesAreFourFifthsPositiveAndEven) {
  std::vector<double> sign(2);
  std::array<std::vector<double>, 2> amounts;
  std::map<std::pair<bool, int64_t>, std::set<std::string>> labels;  // by taxable and CA_ID mod the list's size
  const std::string bytes = generated(Table::kCustomerAccount);
  for (const Row& row : read_rows(bytes)) {
    const int64_t balance = row[5].numeric(2);
    const size_t is_negative = balance < 0 ? 1 : 0;
    ++sign[is_negative];
    amounts.at(is_negative).push_back(static_cast<double>(std::abs(balance)));
    const Person owner = model().customer(MarketModel::owner(row[0].integer()));
    const std::string name = owner.first_name + " " + owner.last_name + " ";
    ASSERT_TRUE(row[3].text().starts_with(name));
    const bool is_taxable = row[4].integer() != 0;
    labels[{is_taxable, row[0].integer() % (is_taxable ? 13 : 11)}].insert(
        std::string(row[3].text().substr(name.size())));
  }
  EXPECT_TRUE(has_shares(sign, {80, 20}));
  EXPECT_TRUE(follows(amounts[0], uniform_integers(0, 9'999'999'99)));
  EXPECT_TRUE(follows(amounts[1], uniform_integers(0, 9'999'999'99)));
  std::set<std::string> distinct;
  EXPECT_EQ(labels.size(), 24U);
  for (const auto& [key, label] : labels) {
    EXPECT_EQ(label.size(), 1U);
    distinct.insert(*label.begin());
  }
  EXPECT_EQ(distinct.size(), 24U) << "11 labels of tax-free and 13 of taxable accounts";
}

TEST(CustomerDistribution, BasketsHaveEvenSizesAndSecurities) {
  std::map<std::pair<int, int>, std::vector<double>> sizes;  // by tier and accounts, from the least size
  std::vector<double> securities(kUnits * kSecuritiesPerUnit);
  constexpr int kLeast[4][11] = {{}, {0, 6, 4, 2, 2}, {0, 0, 7, 5, 4, 3, 2, 2, 2}, {0, 0, 0, 0, 0, 4, 4, 3, 3, 2, 2}};
  std::array<double, kUnits> sum{};
  for_each_account([&](int64_t account, int64_t customer, int count) {
    const int tier = model().tier(customer);
    const int least = kLeast[tier][count];
    const Basket basket = model().basket(account);
    auto& cells = sizes[{tier, count}];
    cells.resize(static_cast<size_t>(21 - 2 * least));
    ++cells.at(static_cast<size_t>(basket.size - least));
    sum.at(static_cast<size_t>(customer / kCustomersPerUnit)) += basket.size;
    for (int i = 0; i < basket.size; ++i)
      ++securities.at(static_cast<size_t>(basket.securities.at(static_cast<size_t>(i))));
  });
  EXPECT_EQ(sizes.size(), 17U);
  for (const auto& [key, counts] : sizes) {
    EXPECT_TRUE(is_even(counts)) << "tier " << key.first << ", " << key.second << " accounts";
  }
  EXPECT_TRUE(is_even(securities));
  for (const double of_unit : sum) EXPECT_NEAR(of_unit, 50'000, 1'200) << "four standard deviations";
}

TEST(CustomerDistribution, WatchListsHaveEvenLengthsAndSecurities) {
  std::unordered_map<int64_t, size_t> lengths;
  std::unordered_map<std::string, double> symbols;
  const std::string bytes = generated(Table::kWatchItem);
  for (const Row& row : read_rows(bytes)) {
    ++lengths[row[0].integer()];
    ++symbols[std::string(row[1].text())];
  }
  ASSERT_EQ(lengths.size(), static_cast<size_t>(kCustomers));
  std::vector<double> counts(101);
  for (const auto& [list, length] : lengths) {
    ASSERT_GE(length, 50U);
    ++counts.at(length - 50);
  }
  EXPECT_TRUE(is_even(counts));
  std::vector<double> per_symbol;
  per_symbol.reserve(symbols.size());
  for (const auto& [symbol, count] : symbols) per_symbol.push_back(count);
  EXPECT_EQ(per_symbol.size(), static_cast<size_t>(kUnits * kSecuritiesPerUnit));
  EXPECT_TRUE(is_even(per_symbol));
}

}  // namespace
}  // namespace quartet
