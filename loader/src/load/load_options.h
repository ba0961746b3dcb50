// Options of a load.
#ifndef QUARTET_LOAD_LOAD_OPTIONS_H
#define QUARTET_LOAD_LOAD_OPTIONS_H

#include <chrono>
#include <filesystem>
#include <string>

#include "load/load_plan.h"
#include "quartet/market_model.h"

namespace quartet::load {

struct LoadOptions {
  MarketParameters market;  // active_load_units equals load_units
  std::filesystem::path schema_folder;
  std::string indexes = "covering";  // profile, see read_profile
  std::string role = "oltp";         // dss (VM2) or oltp (VM3)
  int threads = 2;                   // generators of different tables, and sessions that build keys; 1..64
  Part part;                         // slice of the Load Units to generate
  // Rows that are committed at once, and so at most lost when a load is broken off. The default is minutes of work.
  double batch_rows = 1e8;
  std::string system_identifier;                             // of the only server that may be loaded; empty: any
  std::string data_tablespace;                               // empty: the database's default
  std::string index_tablespace;                              // empty: the database's default
  bool is_from_scratch = false;                              // drop what an earlier load left
  bool is_index_change = false;                              // give the rows of another profile this one
  std::chrono::seconds patience = std::chrono::seconds(60);  // how long to wait for a server that went away
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_LOAD_OPTIONS_H
