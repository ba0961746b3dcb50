// CUSTOMER and CUSTOMER_TAXRATE.
#include <array>
#include <string>
#include <string_view>

#include "generate/dates.h"
#include "generate/generators.h"
#include "market/purpose.h"

namespace quartet {
namespace {

struct AgeBand {
  int percent;
  int from;  // years
  int to;
};
constexpr std::array<AgeBand, 9> kAgeBands = {{{5, 10, 19},
                                               {16, 19, 25},
                                               {17, 25, 35},
                                               {19, 35, 45},
                                               {16, 45, 55},
                                               {11, 55, 65},
                                               {8, 65, 75},
                                               {7, 75, 85},
                                               {1, 85, 100}}};

constexpr std::array<std::string_view, 6> kMailDomains = {"post.example",  "mail.example",    "letters.example",
                                                          "inbox.example", "courier.example", "brief.example"};

// 284 area codes; the first eight weigh 3 or 4, the others 1, in sum 306.
constexpr int kAreaCodes = 284;
constexpr int kHeavyAreaCodes = 8;
constexpr int kAreaWeights = 306;

// A number of 0..kAreaWeights-1 to one of the codes 205, 207, ..., 771.
int area_code(int64_t weight_position) {
  constexpr int kHeavyWeights = kAreaWeights - (kAreaCodes - kHeavyAreaCodes);  // 30
  const int64_t index = weight_position < kHeavyWeights ? weight_position * kHeavyAreaCodes / kHeavyWeights
                                                        : weight_position - kHeavyWeights + kHeavyAreaCodes;
  return static_cast<int>(205 + 2 * index);
}

int32_t birth_date(Stream& random) {
  int64_t percent = random.uniform(0, 99);
  size_t band = 0;
  while (percent >= kAgeBands.at(band).percent) {
    percent -= kAgeBands.at(band).percent;
    ++band;
  }
  const AgeBand& ages = kAgeBands.at(band);
  return static_cast<int32_t>(random.uniform(date_of(2005 - ages.to, 1, 4), date_of(2005 - ages.from, 1, 3)));
}

// Digits of a number, padded with zeros.
std::string_view digits(std::array<char, 8>& text, int64_t value, size_t count) {
  for (size_t i = count; i-- > 0; value /= 10) {
    text.at(i) = static_cast<char>('0' + value % 10);
  }
  return {text.data(), count};
}

void write_phone(RowWriter& out, Stream& random, int extension_percent) {
  std::array<char, 8> text;
  out.text("011");
  out.text(digits(text, area_code(random.uniform(0, kAreaWeights - 1)), 3));
  out.text(digits(text, random.uniform(0, 9'999'999), 7));
  if (random.percent(extension_percent)) {
    out.text(digits(text, random.uniform(0, 999), 3));
  } else {
    out.null();
  }
}

void write_customer(const MarketModel& model, int64_t customer, RowSink& sink) {
  Stream random(model.parameters().seed, purpose::kCustomer, static_cast<uint64_t>(customer));
  const Person person = model.customer(customer);
  RowWriter& out = sink.row(24);
  out.int8(kIdBase + 1 + customer);
  out.text(person.tax_id);
  out.text("ACTV");
  out.text(person.last_name);
  out.text(person.first_name);
  out.text({&person.middle_initial, 1});
  out.text(person.is_male ? "M" : "F");
  out.int2(static_cast<int16_t>(model.tier(customer)));
  out.date(birth_date(random));
  out.int8(MarketModel::customer_address_id(customer));
  for (const int extension_percent : {25, 15, 5}) {
    write_phone(out, random, extension_percent);
  }
  const std::string name = person.first_name.substr(0, 1) + person.last_name + "@";
  constexpr auto kDomains = static_cast<int64_t>(kMailDomains.size());
  const int64_t first = random.uniform(0, kDomains - 1);
  const int64_t second = (first + random.uniform(1, kDomains - 1)) % kDomains;
  for (const int64_t domain : {first, second}) {
    out.text(name + std::string(kMailDomains.at(static_cast<size_t>(domain))));
  }
}

}  // namespace

void generate_customer(const MarketModel& model, int64_t unit, RowSink sink) {
  for (int64_t customer = unit * kCustomersPerUnit; customer < (unit + 1) * kCustomersPerUnit; ++customer) {
    write_customer(model, customer, sink);
  }
}

void generate_customer_taxrate(const MarketModel& model, int64_t unit, RowSink sink) {
  for (int64_t customer = unit * kCustomersPerUnit; customer < (unit + 1) * kCustomersPerUnit; ++customer) {
    for (const std::string& id : model.tax_rate_ids(customer)) {
      RowWriter& out = sink.row(2);
      out.text(id);
      out.int8(kIdBase + 1 + customer);
    }
  }
}

}  // namespace quartet
