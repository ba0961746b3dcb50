// How companies issue securities inside a Load Unit (docs/spec/population.md, "Companies and securities").
#ifndef QUARTET_MARKET_COMPANIES_H
#define QUARTET_MARKET_COMPANIES_H

#include <array>
#include <cstdint>
#include <string_view>

namespace quartet {

inline constexpr std::array<std::string_view, 5> kIssues = {"COMMON", "PREF_A", "PREF_B", "PREF_C", "PREF_D"};
inline constexpr std::array<std::string_view, 4> kExchangeIds = {"NYSE", "NASDAQ", "AMEX", "PCX"};

// Issues of a company by its position in the Load Unit (0..499): 1..5.
[[nodiscard]] int issue_count(int64_t company_in_unit);
// Position in the Load Unit (0..684) of the company's COMMON; its other issues follow.
[[nodiscard]] int first_security_in_unit(int64_t company_in_unit);
// Index into kIssues of a security by its position in the Load Unit.
[[nodiscard]] int issue_index(int64_t security_in_unit);

}  // namespace quartet

#endif  // QUARTET_MARKET_COMPANIES_H
