#include "lab/transaction_names.h"

#include <algorithm>
#include <cctype>

#include "txn/transaction_types.h"

namespace quartet::lab {

const std::array<const char*, kTypes> kTypeNames = [] {
  std::array<const char*, kTypes> names = {""};
  for (const TransactionType& type : kTransactionTypes) names.at(static_cast<size_t>(type.number)) = type.label;
  return names;
}();

std::string results_name(int type) {
  std::string name = kTypeNames.at(static_cast<size_t>(type));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return letter == '-' ? '_' : static_cast<char>(std::toupper(letter)); });
  return name;
}

}  // namespace quartet::lab
