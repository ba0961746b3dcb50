#include <string>

#include "generate/generators.h"
#include "market/purpose.h"
#include "market/words.h"

namespace quartet {
namespace {

void write_address(const MarketModel& model, int64_t address, bool is_customer, std::string& line, RowSink& sink) {
  Stream random(model.parameters().seed, purpose::kAddress, static_cast<uint64_t>(address));
  RowWriter& out = sink.row(5);
  out.int8(address);
  const int64_t number = random.uniform(100, 25'000);
  const auto& streets = street_names();
  const auto& street = streets[static_cast<size_t>(random.uniform(0, static_cast<int64_t>(streets.size()) - 1))];
  const auto suffix = kStreetSuffixes.at(static_cast<size_t>(random.uniform(0, kStreetSuffixes.size() - 1)));
  line = std::to_string(number);
  line.append(" ").append(street).append(" ").append(suffix);
  out.text(line);
  if (is_customer && random.percent(40)) {
    if (random.percent(75)) {
      line = "Apt. ";
      line += std::to_string(random.uniform(1, 1000));
    } else {
      line = "Suite ";
      line += std::to_string(random.uniform(1, 500));
    }
    out.text(line);
  } else {
    out.null();
  }
  const ZipCode& zip = MarketModel::zip_codes()[static_cast<size_t>(model.zip_code_of(address))];
  out.text(zip.code);
  out.text(zip.is_first_country ? "USA" : "CANADA");
}

}  // namespace

void generate_address(const MarketModel& model, int64_t unit, RowSink sink) {
  std::string line;
  if (unit == 0) {
    for (int exchange = 0; exchange < 4; ++exchange) {
      write_address(model, MarketModel::exchange_address_id(exchange), false, line, sink);
    }
  }
  const int64_t first_company = MarketModel::company_address_id(unit * kCompaniesPerUnit);
  for (int64_t i = 0; i < kCompaniesPerUnit; ++i) {
    write_address(model, first_company + i, false, line, sink);
  }
  const int64_t first_customer = MarketModel::customer_address_id(unit * kCustomersPerUnit);
  for (int64_t i = 0; i < kCustomersPerUnit; ++i) {
    write_address(model, first_customer + i, true, line, sink);
  }
}

}  // namespace quartet
