#include "lab/transaction_names.h"

#include <algorithm>
#include <cctype>

namespace quartet::lab {

const std::array<const char*, kTypes> kTypeNames = {"",
                                                    "Broker-Volume",
                                                    "Customer-Position",
                                                    "Market-Feed",
                                                    "Market-Watch",
                                                    "Security-Detail",
                                                    "Trade-Lookup",
                                                    "Trade-Order",
                                                    "Trade-Result",
                                                    "Trade-Status",
                                                    "Trade-Update",
                                                    "Data-Maintenance",
                                                    "Trade-Cleanup"};

std::string results_name(int type) {
  std::string name = kTypeNames.at(static_cast<size_t>(type));
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return letter == '-' ? '_' : static_cast<char>(std::toupper(letter)); });
  return name;
}

}  // namespace quartet::lab
