// What a load is asked to do.
#ifndef QUARTET_LOAD_LOAD_OPTIONS_H
#define QUARTET_LOAD_LOAD_OPTIONS_H

#include <filesystem>
#include <string>

#include "quartet/market_model.h"

namespace quartet::load {

struct LoadOptions {
  MarketParameters market;  // active_load_units equals load_units
  std::filesystem::path schema_folder;
  std::string indexes = "covering";  // profile, a folder of schema/indexes
  std::string role = "oltp";         // dss (VM2) or oltp (VM3)
  int threads = 2;                   // generators, and sessions that build keys; 1..64
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_OPTIONS_H
