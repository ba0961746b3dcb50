// Purpose of a stream of random numbers. Numbers are part of the data format: a new purpose takes a new number, so
// that existing streams keep their draws.
#ifndef QUARTET_MARKET_PURPOSE_H
#define QUARTET_MARKET_PURPOSE_H

#include <cstdint>

namespace quartet::purpose {

// Word lists and fixed tables: seed 0, the same in every database.
inline constexpr uint64_t kMaleNames = 1;
inline constexpr uint64_t kFemaleNames = 2;
inline constexpr uint64_t kLastNames = 3;
inline constexpr uint64_t kNewsWords = 4;
inline constexpr uint64_t kZipWeights = 5;
inline constexpr uint64_t kTaxRates = 6;
inline constexpr uint64_t kCompanyWords = 7;
inline constexpr uint64_t kSymbolLetters = 8;

// Pure functions of (seed, id).
inline constexpr uint64_t kPerson = 20;
inline constexpr uint64_t kTaxId = 21;
inline constexpr uint64_t kTaxBracket = 22;
inline constexpr uint64_t kAccountBroker = 23;
inline constexpr uint64_t kAccountTaxStatus = 24;
inline constexpr uint64_t kBasket = 25;
inline constexpr uint64_t kPermission = 26;
inline constexpr uint64_t kBrokerName = 27;
inline constexpr uint64_t kIndustry = 28;
inline constexpr uint64_t kExchange = 29;
inline constexpr uint64_t kZipCode = 30;

// Rows, by the id of the row.
inline constexpr uint64_t kAddress = 40;
inline constexpr uint64_t kCompany = 41;
inline constexpr uint64_t kCompetitor = 42;
inline constexpr uint64_t kSecurity = 43;
inline constexpr uint64_t kDailyMarket = 44;
inline constexpr uint64_t kFinancial = 45;
inline constexpr uint64_t kNewsItem = 46;
inline constexpr uint64_t kCustomer = 47;
inline constexpr uint64_t kAccount = 48;
inline constexpr uint64_t kWatchList = 49;
inline constexpr uint64_t kOrder = 50;

}  // namespace quartet::purpose

#endif  // QUARTET_MARKET_PURPOSE_H
