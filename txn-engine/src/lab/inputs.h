// Inputs of transactions as bytes, from the engine's own generator.
#ifndef QUARTET_LAB_INPUTS_H
#define QUARTET_LAB_INPUTS_H

#include <cstdint>
#include <memory>
#include <vector>

#include "quartet/engine.h"
#include "quartet/market_model.h"

namespace quartet::lab {

using Bytes = std::vector<uint8_t>;

struct CloseInputs {
  void operator()(quartet_inputs* inputs) const { quartet_inputs_close(inputs); }
};
using Inputs = std::unique_ptr<quartet_inputs, CloseInputs>;

// Parameters in the form of the C interface.
[[nodiscard]] quartet_model model_of(const MarketParameters& parameters);

// Throws std::runtime_error with the engine's message.
[[nodiscard]] Inputs open_inputs(const quartet_model& model, uint64_t seed);

// The next input of a transaction that the Customer Emulator asks for, or of Trade-Cleanup. Throws std::logic_error for
// another type.
[[nodiscard]] Bytes next_input(const Inputs& inputs, int type);

// The next input of Data-Maintenance for a table, 1 to kMaintainedTables.
[[nodiscard]] Bytes next_maintenance(const Inputs& inputs, int table);

}  // namespace quartet::lab

#endif  // QUARTET_LAB_INPUTS_H
