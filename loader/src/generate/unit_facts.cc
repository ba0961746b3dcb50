#include "generate/unit_facts.h"

#include <utility>

#include "market/geography.h"

namespace quartet {
namespace {

CustomerFacts look_up_customer(const MarketModel& model, int64_t customer) {
  const TaxBrackets tax = model.tax_brackets(customer);
  const Person person = model.customer(customer);
  CustomerFacts facts{};
  facts.tier = model.tier(customer);
  facts.accounts = model.account_count(customer);
  facts.tax_rate =
      country_rate(tax.is_first_country, tax.country_bracket) + division_rate(tax.division, tax.division_bracket);
  facts.name = person.first_name + " " + person.last_name;
  return facts;
}

AccountFacts look_up_account(const MarketModel& model, int64_t unit, int64_t account) {
  const Basket basket = model.basket(account);
  AccountFacts facts{};
  facts.id = account;
  facts.customer = static_cast<size_t>(MarketModel::owner(account) - unit * kCustomersPerUnit);
  facts.broker = static_cast<size_t>(model.broker_of(account) - unit * kBrokersPerUnit);
  facts.tax_status = model.tax_status(account);
  facts.basket_size = basket.size;
  for (size_t i = 0; i < static_cast<size_t>(basket.size); ++i) {
    facts.basket.at(i) = static_cast<uint16_t>(basket.securities.at(i) - unit * kSecuritiesPerUnit);
  }
  return facts;
}

}  // namespace

UnitFacts look_up_unit(const MarketModel& model, int64_t unit) {
  // Looked up once: 57,600 trades a day would draw the same names and baskets again and again.
  UnitFacts facts;
  for (int64_t i = 0; i < kSecuritiesPerUnit; ++i) {
    const int64_t security = unit * kSecuritiesPerUnit + i;
    facts.securities.push_back(
        {model.symbol(security), model.security_name(security), model.exchange_of(model.company_of(security))});
  }
  for (int64_t i = 0; i < kCustomersPerUnit; ++i) {
    const int64_t customer = unit * kCustomersPerUnit + i;
    CustomerFacts found = look_up_customer(model, customer);
    found.first_account = facts.accounts.size();
    for (int a = 0; a < found.accounts; ++a) {
      AccountFacts account = look_up_account(model, unit, MarketModel::account_id(customer, a));
      account.first_position = facts.positions;
      facts.positions += static_cast<size_t>(account.basket_size);
      facts.accounts.push_back(account);
    }
    facts.customers.push_back(std::move(found));
  }
  return facts;
}

}  // namespace quartet
