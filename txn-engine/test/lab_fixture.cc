#include "lab_fixture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace quartet::test {
namespace {

std::string taken(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::filesystem::remove(path);
  return content;
}

}  // namespace

CopiedDatabase::CopiedDatabase(std::string name, const std::string& role) : name_(std::move(name)) {
  Sql copy(copy_loaded_database(name_, role));
  for (const auto& table : copy.query("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = "
                                      "'public'::regnamespace")) {
    copy.query(fmt::format("ALTER TABLE {} SET (autovacuum_enabled = false)", table[0]));
  }
}

CopiedDatabase::~CopiedDatabase() { Sql(empty_conninfo()).query(fmt::format("DROP DATABASE {} WITH (FORCE)", name_)); }

LabRun run_lab(std::vector<std::string> arguments, const std::string& role) {
  const MarketParameters& parameters = loaded_parameters();
  arguments.insert(arguments.begin(), QUARTET_LAB);
  arguments.insert(arguments.end(),
                   {"--load-units", std::to_string(parameters.load_units), "--trade-days",
                    std::to_string(parameters.trade_days), "--news-length", std::to_string(parameters.news_length),
                    "--seed", std::to_string(parameters.seed), "--role", role});
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const auto folder = std::filesystem::temp_directory_path();
  const std::string out = folder / fmt::format("quartet-lab-{}.out", getpid());
  const std::string error = folder / fmt::format("quartet-lab-{}.error", getpid());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, error.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t pid = 0;
  const int failure = posix_spawn(&pid, QUARTET_LAB, &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error(fmt::format("{}: cannot start it, error {}.", QUARTET_LAB, failure));
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) throw std::runtime_error("quartet-lab was killed");
  return {.exit_code = WEXITSTATUS(status), .out = taken(out), .error = taken(error)};
}

}  // namespace quartet::test
