#include "parsed_json.h"

namespace quartet::test {

nlohmann::json parsed_json(const std::string& text) { return nlohmann::json::parse(text); }

}  // namespace quartet::test
