// The same transactions on two databases in turn, and what they cost.
#ifndef QUARTET_LAB_MEASURE_H
#define QUARTET_LAB_MEASURE_H

#include <functional>
#include <string>
#include <vector>

#include "lab/plan_tree.h"
#include "quartet/market_model.h"

namespace quartet::lab {

// Calls `print` after every slice with the form of docs/contracts.md. A slice runs the transactions `types`
// (quartet_type) in turn on one session for a second. Slices of the two databases alternate, and which one begins
// alternates as well; each has `seconds` of them, after one that is not printed.
//
// Market-Feed and Trade-Result need orders: Trade-Orders are placed before each slice, outside of what is measured.
// When all orders of a slice are used up before its second is over, it ends. Transactions are committed: both databases
// should be copies that nothing else uses.
//
// Throws Error with exit code 5 when a transaction gives a wrong answer.
void measure(const std::string& database, const std::string& other, const MarketParameters& parameters,
             const std::vector<int>& types, int seconds, const std::function<void(const Json&)>& print);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_MEASURE_H
