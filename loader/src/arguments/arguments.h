// Command lines of the programs. CLI11 is behind it: compiled once, not with each program.
#ifndef QUARTET_ARGUMENTS_H
#define QUARTET_ARGUMENTS_H

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace quartet {

// A wrong command line.
class ArgumentError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ArgumentError(const std::string& option, const std::string& problem) : std::runtime_error(option + ": " + problem) {}
};

// Thrown after the help or the version that the command line asks for is printed.
class ArgumentsAnswered : public std::exception {};

// One option, positional argument or flag of a Command, which owns it.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}

  Argument& required();
  // The help shows the value of the variable at this time.
  Argument& shows_default();
  Argument& type_name(const std::string& name);
  // Refuse other values. The help shows the limits, unless `is_described` is false.
  Argument& range(int least, int most, bool is_described = true);
  Argument& range(double least, double most);
  Argument& one_of(const std::vector<std::string>& values, bool is_described = true);
  Argument& existing_folder();
  // `problem_of` returns what is wrong with a value, or nothing.
  Argument& check(const std::function<std::string(const std::string&)>& problem_of);
  Argument& excludes(const Argument& other);
  Argument& separator(char character);

  [[nodiscard]] bool is_given() const;
  [[nodiscard]] std::string name() const;

 private:
  CLI::Option* option_;
};

// A program or one of its verbs.
class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}

  // `variable` keeps its value when the command line does not give another one. It has to outlive parse().
  Argument add(const std::string& name, int& variable, const std::string& help);
  Argument add(const std::string& name, int64_t& variable, const std::string& help);
  Argument add(const std::string& name, double& variable, const std::string& help);
  Argument add(const std::string& name, std::string& variable, const std::string& help);
  Argument add(const std::string& name, std::filesystem::path& variable, const std::string& help);
  Argument add(const std::string& name, std::vector<std::string>& variable, const std::string& help);
  Argument flag(const std::string& name, bool& variable, const std::string& help);

  // Whether the command line gives this option.
  [[nodiscard]] bool has(const std::string& option) const;
  // Whether the command line names this verb.
  [[nodiscard]] bool is_chosen() const;

 protected:
  [[nodiscard]] CLI::App& app() const { return *app_; }

 private:
  CLI::App* app_;
};

class CommandLine : public Command {
 public:
  // `footer` ends the help.
  CommandLine(const std::string& description, const std::string& program, const std::string& footer);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  // The command line has to name one of the verbs.
  Command verb(const std::string& name, const std::string& help);
  // Mark of required options in the help.
  void mark_required(const std::string& mark);
  void version(const std::string& text, const std::string& help);
  // Throws ArgumentError and ArgumentsAnswered.
  void parse(int argc, char** argv);

 private:
  explicit CommandLine(std::unique_ptr<CLI::App> app);
  std::unique_ptr<CLI::App> owned_;
};

}  // namespace quartet

#endif  // QUARTET_ARGUMENTS_H
