#include "market/industries.h"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "quartet/market_model.h"

namespace quartet {
namespace {

struct Sector {
  std::string_view name;
  int industries;
  double weight;  // relative to the others: percent of the companies, each rounded, so the sum is 101.5
};

constexpr std::array<Sector, kSectors> kSectorList = {{{"Devices and Software", 25, 24.0},
                                                       {"Banking and Insurance", 12, 21.0},
                                                       {"Leisure and Retail", 11, 17.0},
                                                       {"Health and Biology", 11, 11.0},
                                                       {"Machines and Factories", 10, 6.0},
                                                       {"Materials and Mining", 8, 5.0},
                                                       {"Fuels and Drilling", 7, 5.0},
                                                       {"Food and Households", 6, 4.0},
                                                       {"Freight and Travel", 4, 3.0},
                                                       {"Power and Water", 4, 3.0},
                                                       {"Mixed Groups", 3, 2.0},
                                                       {"Homes and Land", 1, 0.5}}};

// In the order of the sectors.
constexpr std::array<std::string_view, kIndustries> kIndustryNames = {
    // Devices and Software
    "Business Programs", "Chip Design", "Network Switches", "Internet Portals", "Mobile Handsets", "Data Storage",
    "Computer Games", "Circuit Boards", "Printers and Scanners", "Programming Services", "Radio Equipment",
    "Optical Cable", "Security Programs", "Workstations", "Chip Testing", "Satellite Links", "Screens and Displays",
    "Calculators and Tills", "Laser Instruments", "Measuring Devices", "Web Hosting", "Voice Services",
    "Batteries and Chargers", "Technical Training", "Connector Parts",
    // Banking and Insurance
    "Regional Banks", "Savings Houses", "Life Insurance", "Property Insurance", "Brokerage Houses", "Consumer Loans",
    "Fund Managers", "Foreign Banks", "Health Insurance", "Mortgage Lenders", "Title Insurance", "Leasing Houses",
    // Leisure and Retail
    "Clothing Shops", "Restaurants", "Department Stores", "Hotels and Resorts", "Film and Music", "Mail Order",
    "Newspapers", "Sports Goods", "Toys and Crafts", "Casinos", "Schools and Courses",
    // Health and Biology
    "Gene Research", "Medicines", "Hospital Supplies", "Diagnostic Tests", "Clinics", "Dental Products",
    "Generic Drugs", "Nursing Homes", "Eye Care", "Animal Health", "Laboratory Tools",
    // Machines and Factories
    "Aircraft Parts", "Machine Tools", "Farm Machines", "Pumps and Valves", "Electric Motors", "Building Machines",
    "Waste Handling", "Packing Machines", "Office Furniture", "Welding Supplies",
    // Materials and Mining
    "Basic Chemicals", "Gold Mining", "Steel Mills", "Paper Mills", "Plastics", "Timber", "Silver Mining", "Glass",
    // Fuels and Drilling
    "Crude Oil", "Natural Gas", "Drilling Services", "Refineries", "Coal", "Pipelines", "Fuel Stations",
    // Food and Households
    "Packaged Food", "Soft Drinks", "Household Cleaners", "Breweries and Wine", "Cosmetics", "Tobacco",
    // Freight and Travel
    "Trucking", "Airlines", "Shipping Lines", "Railways",
    // Power and Water
    "Electric Power", "Gas Supply", "Water Supply", "Wind and Sun",
    // Mixed Groups
    "Mixed Industry", "Mixed Services", "Holding Firms",
    // Homes and Land
    "Land Developers"};

// Inside a sector, a part of the weight falls geometrically over the industries and the rest in a straight line. The
// two constants give this shape: 7.6 % for the most frequent, 42 % for ten, a rarest one under 0.1 %, and 86
// industries in a Load Unit.
std::vector<uint8_t> build_slots() {
  constexpr double kRatio = 0.38;
  constexpr double kLinearShare = 0.55;
  double sum = 0;
  for (const Sector& sector : kSectorList) {
    sum += sector.weight;
  }
  std::vector<uint8_t> slots;
  slots.reserve(kIndustryWeightSum);
  double reached = 0;
  uint8_t industry = 0;
  for (const Sector& sector : kSectorList) {
    const double series = (1 - std::pow(kRatio, sector.industries)) / (1 - kRatio);
    const double line = sector.industries * (sector.industries + 1) / 2.0;
    for (int i = 0; i < sector.industries; ++i, ++industry) {
      const double share =
          (1 - kLinearShare) * std::pow(kRatio, i) / series + kLinearShare * (sector.industries - i) / line;
      reached += sector.weight / sum * share * kIndustryWeightSum;
      slots.resize(static_cast<size_t>(std::lround(reached)), industry);
    }
  }
  return slots;
}

std::string two_letters(int number) {
  return {static_cast<char>('A' + number / 26), static_cast<char>('A' + number % 26)};
}

}  // namespace

const std::vector<std::string>& MarketModel::sector_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    names.reserve(kSectorList.size());
    for (const Sector& sector : kSectorList) {
      names.emplace_back(sector.name);
    }
    return names;
  }();
  return kNames;
}

const std::vector<std::string>& MarketModel::industry_names() {
  static const std::vector<std::string> kNames(kIndustryNames.begin(), kIndustryNames.end());
  return kNames;
}

std::string industry_id(int industry) { return two_letters(industry + 26); }

std::string sector_id(int sector) { return two_letters(sector); }

int sector_of_industry(int industry) {
  int sector = 0;
  while (industry >= kSectorList.at(static_cast<size_t>(sector)).industries) {
    industry -= kSectorList.at(static_cast<size_t>(sector)).industries;
    ++sector;
  }
  return sector;
}

int industry_at(int64_t weight_position) {
  static const std::vector<uint8_t> kSlots = build_slots();
  return kSlots[static_cast<size_t>(weight_position)];
}

}  // namespace quartet
