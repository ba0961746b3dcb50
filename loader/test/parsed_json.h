// Parses JSON in one source: compiled with each test, the parser would cost seconds every time.
#ifndef QUARTET_TEST_PARSED_JSON_H
#define QUARTET_TEST_PARSED_JSON_H

#include <nlohmann/json.hpp>
#include <string>

namespace quartet::test {

[[nodiscard]] nlohmann::json parsed_json(const std::string& text);

}  // namespace quartet::test

#endif  // QUARTET_TEST_PARSED_JSON_H
