#include "arguments/arguments.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <sstream>

namespace quartet {
namespace {

// To standard output. A program that cannot write there has no one to report it to.
void print(const std::string& text) { static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout)); }

// Help of options in lines of at most 100 characters, as all results have them.
class FoldedHelp : public CLI::Formatter {
 public:
  std::string make_option_desc(const CLI::Option* option) const override {
    std::istringstream words(CLI::Formatter::make_option_desc(option));
    std::string text;
    size_t length = 0;
    for (std::string word; words >> word; length += 1 + word.size()) {
      const bool fits = get_column_width() + length + 1 + word.size() <= 100;
      text += text.empty() ? "" : fits ? " " : "\n";
      length = fits ? length : 0;
      text += word;
    }
    return text;
  }
};

CLI::Validator described(CLI::Validator validator, bool is_described) {
  return is_described ? validator : validator.description("");
}

}  // namespace

Argument& Argument::required() {
  option_->required();
  return *this;
}

Argument& Argument::shows_default() {
  option_->capture_default_str();
  return *this;
}

Argument& Argument::type_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Argument& Argument::range(int least, int most, bool is_described) {
  option_->check(described(CLI::Range(least, most), is_described));
  return *this;
}

Argument& Argument::range(double least, double most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Argument& Argument::one_of(const std::vector<std::string>& values, bool is_described) {
  option_->check(described(CLI::IsMember(values), is_described));
  return *this;
}

Argument& Argument::existing_folder() {
  option_->check(CLI::ExistingDirectory);
  return *this;
}

Argument& Argument::check(const std::function<std::string(const std::string&)>& problem_of) {
  option_->check(problem_of);
  return *this;
}

Argument& Argument::excludes(const Argument& other) {
  option_->excludes(other.option_);
  return *this;
}

Argument& Argument::separator(char character) {
  option_->delimiter(character);
  return *this;
}

bool Argument::is_given() const { return !option_->empty(); }

std::string Argument::name() const { return option_->get_name(); }

Argument Command::add(const std::string& name, int& variable, const std::string& help) {
  return Argument(app_->add_option(name, variable, help));
}

Argument Command::add(const std::string& name, int64_t& variable, const std::string& help) {
  return Argument(app_->add_option(name, variable, help));
}

Argument Command::add(const std::string& name, double& variable, const std::string& help) {
  return Argument(app_->add_option(name, variable, help));
}

Argument Command::add(const std::string& name, std::string& variable, const std::string& help) {
  return Argument(app_->add_option(name, variable, help));
}

Argument Command::add(const std::string& name, std::filesystem::path& variable, const std::string& help) {
  return Argument(app_->add_option(name, variable, help));
}

Argument Command::add(const std::string& name, std::vector<std::string>& variable, const std::string& help) {
  return Argument(app_->add_option(name, variable, help));
}

Argument Command::flag(const std::string& name, bool& variable, const std::string& help) {
  return Argument(app_->add_flag(name, variable, help));
}

bool Command::has(const std::string& option) const { return !app_->get_option(option)->empty(); }

bool Command::is_chosen() const { return app_->parsed(); }

CommandLine::CommandLine(const std::string& description, const std::string& program, const std::string& footer)
    : CommandLine(std::make_unique<CLI::App>(description, program)) {
  app().footer(footer);
  app().formatter(std::make_shared<FoldedHelp>());
}

CommandLine::CommandLine(std::unique_ptr<CLI::App> app) : Command(app.get()), owned_(std::move(app)) {}

CommandLine::~CommandLine() = default;

Command CommandLine::verb(const std::string& name, const std::string& help) {
  app().require_subcommand(1);
  return Command(app().add_subcommand(name, help));
}

void CommandLine::mark_required(const std::string& mark) { app().get_formatter()->label("REQUIRED", mark); }

void CommandLine::version(const std::string& text, const std::string& help) {
  app().set_version_flag("--version", text, help);
}

void CommandLine::parse(int argc, char** argv) {
  try {
    app().parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(app().help());
    throw ArgumentsAnswered();
  } catch (const CLI::CallForVersion& version) {
    print(version.what() + std::string("\n"));
    throw ArgumentsAnswered();
  } catch (const CLI::Error& error) {
    throw ArgumentError(error.what());
  }
}

}  // namespace quartet
