// quartet-load in the background, and what tests do to it.
#ifndef QUARTET_TEST_RUNNING_LOADER_H
#define QUARTET_TEST_RUNNING_LOADER_H

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "load/connection.h"

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace quartet::load {

class Loader {
 public:
  explicit Loader(const std::string& arguments) {
    std::istringstream words(QUARTET_LOAD " " + arguments);
    std::vector<std::string> argv{std::istream_iterator<std::string>(words), {}};
    std::vector<char*> pointers;
    for (std::string& word : argv) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    EXPECT_EQ(posix_spawn(&pid_, QUARTET_LOAD, &actions, nullptr, pointers.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;
  ~Loader() {
    if (pid_ != 0) kill();
  }

  // It goes on loading for as long as it is not killed, without getting anywhere.
  void pause() const { ::kill(pid_, SIGSTOP); }
  // True if it was still running.
  bool kill() {
    ::kill(pid_, SIGKILL);
    return WIFSIGNALED(wait());
  }
  int exit_code() { return WEXITSTATUS(wait()); }

 private:
  int wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return status;
  }

  pid_t pid_ = 0;
};

// Asks until the answer is yes; fails when it does not come.
template <typename Question>
void eventually(const Question& question) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!question()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// Lets every load of the database fail where it records a step, also one that has still to make the table of the steps.
inline void stop_at(const std::string& step) {
  Connection own(1);
  own.execute("CREATE OR REPLACE FUNCTION stop_at() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.step = '" +
                  step + "' THEN RAISE EXCEPTION 'stopped by the test'; END IF; RETURN NEW; END $$",
              "creating");
  const std::string trigger =
      "CREATE OR REPLACE TRIGGER stop_at BEFORE INSERT ON public.quartet_load_step FOR EACH ROW EXECUTE FUNCTION "
      "public.stop_at()";
  const std::string is_made = "to_regclass('public.quartet_load_step') IS NOT NULL";
  if (own.query("SELECT " + is_made, {}, "looking").boolean(0, 0)) {
    own.execute(trigger, "creating");
    return;
  }
  own.execute("CREATE FUNCTION stop_when_made() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN IF " + is_made +
                  " AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = 'stop_at') THEN " + trigger +
                  "; END IF; END $$; CREATE EVENT TRIGGER stop_when_made ON ddl_command_end WHEN TAG IN "
                  "('CREATE TABLE') EXECUTE FUNCTION stop_when_made()",
              "creating");
}

// Lets them go on.
inline void stop_no_more() {
  Connection(1).execute(
      "DROP EVENT TRIGGER IF EXISTS stop_when_made; DROP FUNCTION IF EXISTS stop_when_made; "
      "DROP TRIGGER stop_at ON quartet_load_step; DROP FUNCTION stop_at",
      "dropping");
}

}  // namespace quartet::load

#endif  // QUARTET_TEST_RUNNING_LOADER_H
