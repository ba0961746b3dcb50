#include "lab/inputs.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace quartet::lab {

quartet_model model_of(const MarketParameters& parameters) {
  return {parameters.load_units, parameters.active_load_units, parameters.trade_days, parameters.news_length,
          parameters.seed};
}

Inputs open_inputs(const quartet_model& model, uint64_t seed) {
  std::array<char, 1024> message = {};
  quartet_inputs* inputs = nullptr;
  if (quartet_inputs_open(&model, seed, &inputs, message.data(), message.size()) != 0) {
    throw std::runtime_error(message.data());
  }
  return Inputs(inputs);
}

Bytes next_input(const Inputs& inputs, int type) {
  const uint8_t* input = nullptr;
  size_t length = 0;
  if (quartet_inputs_next(inputs.get(), type, &input, &length) != 0) {
    throw std::logic_error(fmt::format("no input of type {}", type));
  }
  return {input, input + length};
}

Bytes next_maintenance(const Inputs& inputs, int table) {
  const uint8_t* input = nullptr;
  size_t length = 0;
  if (quartet_inputs_data_maintenance(inputs.get(), table, &input, &length) != 0) {
    throw std::logic_error(fmt::format("no Data-Maintenance of table {}", table));
  }
  return {input, input + length};
}

}  // namespace quartet::lab
