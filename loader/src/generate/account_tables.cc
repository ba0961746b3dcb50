// CUSTOMER_ACCOUNT and ACCOUNT_PERMISSION.
#include <array>
#include <string>
#include <string_view>

#include "generate/generators.h"
#include "market/purpose.h"

namespace quartet {
namespace {

constexpr std::array<std::string_view, 11> kTaxFreeLabels = {
    "Pension Plan",   "Retirement Fund", "College Savings", "School Fund",  "Health Savings", "Gift Trust",
    "Family Pension", "Rollover Plan",   "Old Age Fund",    "Charity Fund", "Child Savings"};
constexpr std::array<std::string_view, 13> kTaxableLabels = {
    "Main Account",    "Joint Account",  "Growth Account", "Income Account", "Trading Account",
    "Holiday Account", "Second Account", "House Account",  "Car Account",    "Play Money",
    "Reserve Account", "Long Term",      "Short Term"};

void write_account(const MarketModel& model, int64_t customer, int64_t account, const Person& owner, RowSink& sink) {
  Stream random(model.parameters().seed, purpose::kAccount, static_cast<uint64_t>(account));
  const int tax_status = model.tax_status(account);
  const auto number = static_cast<size_t>(account);
  const std::string_view label = tax_status == 0 ? kTaxFreeLabels.at(number % kTaxFreeLabels.size())
                                                 : kTaxableLabels.at(number % kTaxableLabels.size());
  RowWriter& out = sink.row(6);
  out.int8(account);
  out.int8(kIdBase + 1 + model.broker_of(account));
  out.int8(kIdBase + 1 + customer);
  out.text(owner.first_name + " " + owner.last_name + " " + std::string(label));
  out.int2(static_cast<int16_t>(tax_status));
  out.numeric(random.percent(80) ? random.uniform(0, 9'999'999'99) : -random.uniform(0, 9'999'999'99), 2);
}

void write_permission(int64_t account, std::string_view rights, const Person& person, RowSink& sink) {
  RowWriter& out = sink.row(5);
  out.int8(account);
  out.text(rights);
  out.text(person.tax_id);
  out.text(person.last_name);
  out.text(person.first_name);
}

// Calls `write` with customer, account and owner for every account of a Load Unit.
template <typename Write>
void for_each_account(const MarketModel& model, int64_t unit, Write write) {
  for (int64_t customer = unit * kCustomersPerUnit; customer < (unit + 1) * kCustomersPerUnit; ++customer) {
    const Person owner = model.customer(customer);
    const int count = model.account_count(customer);
    for (int i = 0; i < count; ++i) {
      write(customer, MarketModel::account_id(customer, i), owner);
    }
  }
}

}  // namespace

void generate_customer_account(const MarketModel& model, int64_t unit, RowSink sink) {
  for_each_account(model, unit, [&](int64_t customer, int64_t account, const Person& owner) {
    write_account(model, customer, account, owner, sink);
  });
}

void generate_account_permission(const MarketModel& model, int64_t unit, RowSink sink) {
  for_each_account(model, unit, [&](int64_t /*customer*/, int64_t account, const Person& owner) {
    write_permission(account, "0000", owner, sink);
    std::string_view rights = "0001";
    for (const int64_t number : model.extra_permissions(account)) {
      write_permission(account, rights, model.person(number), sink);
      rights = "0011";
    }
  });
}

}  // namespace quartet
