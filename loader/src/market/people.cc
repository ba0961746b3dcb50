#include <array>
#include <string>

#include "market/geography.h"
#include "market/purpose.h"
#include "market/words.h"
#include "quartet/market_model.h"

namespace quartet {
namespace {

// A tax id is a number below kHalf^2 in the pattern ddd LL dd|dd LL ddd; the bar separates the halves.
constexpr int64_t kHalf = 67'600'000;

// Bijection of the numbers below kHalf^2: three rounds of a Feistel network with modular addition.
void scramble(uint64_t seed, int64_t& left, int64_t& right) {
  for (uint64_t round = 0; round < 3; ++round) {
    Stream random(seed, purpose::kTaxId + (round << 32U), static_cast<uint64_t>(right));
    const int64_t sum = (left + random.uniform(0, kHalf - 1)) % kHalf;
    left = right;
    right = sum;
  }
}

// Writes `value` in the given places from the last to the first: digits and letters as the pattern says.
void write_half(std::string& text, size_t first, std::string_view pattern, int64_t value) {
  for (size_t i = pattern.size(); i-- > 0;) {
    const bool is_letter = pattern[i] == 'L';
    const int64_t base = is_letter ? 26 : 10;
    text[first + i] = static_cast<char>((is_letter ? 'A' : '0') + value % base);
    value /= base;
  }
}

std::string tax_id(uint64_t seed, int64_t number) {
  // A bijection, so ids are unique without a list of those that are taken.
  int64_t left = number / kHalf;
  int64_t right = number % kHalf;
  scramble(seed, left, right);
  std::string text(14, ' ');
  write_half(text, 0, "dddLLdd", left);
  write_half(text, 7, "ddLLddd", right);
  return text;
}

}  // namespace

Person MarketModel::person(int64_t number) const {
  Stream random(parameters_.seed, purpose::kPerson, static_cast<uint64_t>(number));
  Person person;
  person.is_male = random.percent(49);
  person.first_name = (person.is_male ? male_names() : female_names()).draw(random);
  person.middle_initial = static_cast<char>('A' + random.uniform(0, 25));
  person.last_name = last_names().draw(random);
  person.tax_id = tax_id(parameters_.seed, number);
  return person;
}

Person MarketModel::customer(int64_t customer) const { return person(kIdBase + customer + 1); }

std::string MarketModel::broker_name(int64_t broker) const {
  // Brokers of the same last name differ in the initial, which makes names unique up to 26 x 65,000 brokers.
  const auto& names = last_names().words();
  const auto count = static_cast<int64_t>(names.size());
  const int64_t rank = broker % count;
  Stream shift(parameters_.seed, purpose::kBrokerName, 0);
  const int64_t last = (rank * 40'111 + shift.uniform(0, count - 1)) % count;  // 40,111 is coprime to 65,000
  Stream random(parameters_.seed, purpose::kBrokerName, static_cast<uint64_t>(rank + 1));
  const int64_t initial = (random.uniform(0, 25) + broker / count) % 26;
  const bool is_male = random.percent(49);
  Stream first(parameters_.seed, purpose::kBrokerName + (uint64_t{1} << 32U), static_cast<uint64_t>(broker));
  std::string name = (is_male ? male_names() : female_names()).draw(first);
  name += ' ';
  name += static_cast<char>('A' + initial);
  name += ". ";
  name += names[static_cast<size_t>(last)];
  return name;
}

std::array<std::string, 2> MarketModel::tax_rate_ids(int64_t customer) const {
  const TaxBrackets brackets = tax_brackets(customer);
  return {tax_rate_id(brackets.is_first_country ? "US" : "CN", brackets.country_bracket),
          tax_rate_id(divisions()[static_cast<size_t>(brackets.division)], brackets.division_bracket)};
}

TaxBrackets MarketModel::tax_brackets(int64_t customer) const {
  const int zip = zip_code_of(customer_address_id(customer));
  TaxBrackets brackets{};
  brackets.is_first_country = zip_codes()[static_cast<size_t>(zip)].is_first_country;
  brackets.division = division_of_zip(zip);
  // One number for both, so that a customer's brackets correlate.
  const double rank = Stream(parameters_.seed, purpose::kTaxBracket, static_cast<uint64_t>(customer)).unit();
  brackets.country_bracket = 1 + static_cast<int>(rank * country_bracket_count(brackets.is_first_country));
  brackets.division_bracket = 1 + static_cast<int>(rank * division_bracket_count(brackets.division));
  return brackets;
}

int MarketModel::zip_code_of(int64_t address_id) const {
  Stream random(parameters_.seed, purpose::kZipCode, static_cast<uint64_t>(address_id));
  return zip_at(random.uniform(0, kZipWeightSum - 1));
}

}  // namespace quartet
