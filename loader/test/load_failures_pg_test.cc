// Failures of quartet-load when a database has the wrong content or state. Every test has a separate database.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "load/load_state.h"
#include "load/schema_files.h"
#include "loaded_database.h"
#include "profile_folders.h"
#include "quartet_load_program.h"
#include "scratch_database.h"

namespace quartet::load {
namespace {

std::optional<Error> failure_of(const LoadOptions& options) {
  Progress progress(ProgressFormat::kJson, options.market);
  try {
    load_database(options, progress);
  } catch (const Error& error) {
    return error;
  }
  return {};
}

testing::AssertionResult fails_with(const LoadOptions& options, const std::string& part) {
  const auto error = failure_of(options);
  if (!error) return testing::AssertionFailure() << "it loaded";
  if (error->exit_code() != kExitLoadFailed) return testing::AssertionFailure() << "exit code " << error->exit_code();
  if (std::string(error->what()).find(part) == std::string::npos) return testing::AssertionFailure() << error->what();
  return testing::AssertionSuccess();
}

TEST(LoadFailures, ATableOfAnotherOriginIsRefusedAndKept) {
  const ScratchDatabase scratch;
  Connection own(2);
  own.execute("CREATE TABLE customer (c_id bigint)", "creating");
  EXPECT_TRUE(fails_with(test_options(), "public.customer exists and was not created by quartet-load"));
  EXPECT_EQ(own.query("SELECT count(*) FROM customer", {}, "counting").number(0, 0), 0);
}

TEST(LoadFailures, ADatabaseWithOtherContentIsRefusedAndKept) {
  const ScratchDatabase scratch;
  Connection own(2);
  own.execute("CREATE SCHEMA app; CREATE SCHEMA \"More\"", "creating");
  LoadOptions options = test_options();
  for (const bool is_from_scratch : {false, true}) {
    options.is_from_scratch = is_from_scratch;
    for (const auto& [create, kind] : {std::pair("TABLE app.orders (id int)", "TABLE"),
                                       {"TABLE app.orders (id int) PARTITION BY LIST (id)", "TABLE"},
                                       {"VIEW app.orders AS SELECT 1", "VIEW"},
                                       {"MATERIALIZED VIEW app.orders AS SELECT 1", "MATERIALIZED VIEW"},
                                       {"SEQUENCE app.orders", "SEQUENCE"}}) {
      own.execute(fmt::format("CREATE {}", create), "creating");
      EXPECT_TRUE(fails_with(options, "is not empty and was not loaded by quartet-load: it holds app.orders. "));
      own.execute(fmt::format("DROP {} app.orders", kind), "dropping");
    }
    own.execute("CREATE TABLE \"More\".a (); CREATE TABLE app.b (); CREATE TABLE app.c ()", "creating");
    EXPECT_TRUE(fails_with(options, "\"More\".a and 2 more. "));
    own.execute("DROP TABLE \"More\".a, app.b, app.c", "dropping");
  }
  EXPECT_EQ(own.query("SELECT count(*) FROM pg_class WHERE relname = 'quartet_load'", {}, "counting").number(0, 0), 0);
}

TEST(LoadFailures, AnotherServerIsRefusedAndItsDatabaseKept) {
  const ScratchDatabase scratch;
  LoadOptions options = test_options();
  options.system_identifier = "42";
  const auto refused = failure_of(options);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->exit_code(), kExitEnvironment);
  EXPECT_NE(std::string(refused->what()).find("database quartet_scratch at "), std::string::npos) << refused->what();
  EXPECT_NE(std::string(refused->what()).find("belongs to another server: its system identifier is "),
            std::string::npos)
      << refused->what();
  Connection own(2);
  EXPECT_FALSE(read_state(own));
}

TEST(LoadFailures, ATableOfAnotherOwnerIsRefused) {
  const ScratchDatabase scratch;
  Connection own(2);
  own.execute("CREATE TABLE trade (t_id bigint); CREATE TABLE quartet_load (x int)", "creating");
  own.execute("CREATE ROLE quartet_guest LOGIN PASSWORD 'guest-of-a-test'; GRANT ALL ON SCHEMA public TO quartet_guest",
              "creating a role");
  setenv("PGUSER", "quartet_guest", 1);
  setenv("PGPASSWORD", "guest-of-a-test", 1);
  const auto refused = fails_with(test_options(), "belongs to role quartet");
  own.execute("REVOKE CREATE ON SCHEMA public FROM quartet_guest, PUBLIC", "revoking");
  const auto no_right = fails_with(test_options(), "role quartet_guest may not create tables");
  setenv("PGUSER", "quartet", 1);
  unsetenv("PGPASSWORD");
  own.execute("DROP OWNED BY quartet_guest; DROP ROLE quartet_guest", "dropping the role");
  EXPECT_TRUE(refused);
  EXPECT_TRUE(no_right);
}

TEST(LoadFailures, AQuartetLoadOfAnotherShapeIsRefused) {
  const ScratchDatabase scratch;
  Connection(2).execute("CREATE TABLE quartet_load (x int)", "creating");
  EXPECT_TRUE(fails_with(test_options(), "not the table of this version"));
}

// A copy of the schema folder.
class SchemaCopy {
 public:
  SchemaCopy() { std::filesystem::copy(QUARTET_SCHEMA_DIR, folder, std::filesystem::copy_options::recursive); }
  SchemaCopy(const SchemaCopy&) = delete;
  SchemaCopy& operator=(const SchemaCopy&) = delete;
  ~SchemaCopy() { std::filesystem::remove_all(folder); }

  void append(const std::string& file, const std::string& text) const {
    std::ofstream(folder / file, std::ios::app) << text;
  }

  const std::filesystem::path folder = testing::TempDir() + "quartet-schema-" + std::to_string(getpid());
};

TEST(LoadFailures, AnEditedProfileIsAnotherOne) {
  const ScratchDatabase scratch = ScratchDatabase::loaded("plain");
  const SchemaCopy schema;
  LoadOptions options = unit_options("plain");
  options.schema_folder = schema.folder;
  const auto load = [&options] {
    Progress progress(ProgressFormat::kJson, options.market);
    return load_database(options, progress);
  };
  EXPECT_EQ(load(), LoadOutcome::kWasComplete) << "another folder with the same statements";
  schema.append("indexes/plain/sector_by_name.sql", "-- a remark\n");
  EXPECT_EQ(load(), LoadOutcome::kWasComplete);
  schema.append("indexes/plain/sector_by_both.sql", "CREATE INDEX sector_by_both ON sector (sc_id, sc_name);\n");
  EXPECT_TRUE(fails_with(options, "is already loaded with other parameters: schema_sha256 (of the SQL statements"));
  Connection own(2);
  own.execute("UPDATE quartet_load SET is_complete = false", "breaking it off");
  EXPECT_TRUE(fails_with(options, "was begun with other parameters: schema_sha256"));
  own.execute("ALTER TABLE quartet_load DROP COLUMN schema_sha256", "as an earlier loader leaves it");
  EXPECT_TRUE(fails_with(options, "is unknown, not "));
  // Loads with a profile outside of the schema folder.
  const ProfileFolders folders;
  folders.add("mine", "plain");
  options.indexes = folders.path("mine");
  options.is_from_scratch = true;
  EXPECT_EQ(load(), LoadOutcome::kLoaded);
  options.is_from_scratch = false;
  EXPECT_EQ(load(), LoadOutcome::kWasComplete);
  EXPECT_EQ(
      own.query("SELECT count(*) FROM pg_indexes WHERE indexname = 'sector_by_both'", {}, "counting").number(0, 0), 1);
}

TEST(QuartetLoadProgram, SchemaHashNeedsNoDatabase) {
  const std::string arguments = "--schema-hash --schema " QUARTET_SCHEMA_DIR " --indexes plain --role dss";
  const Finished finished = run_program(arguments + " | grep -Ex '[0-9a-f]{64}'");
  EXPECT_EQ(finished.exit_code, 0) << finished.message;
  EXPECT_EQ(run_program("--schema-hash").exit_code, kExitBadInput);
}

TEST(QuartetLoadProgram, ProfilesNeedNoDatabase) {
  const std::string arguments = "--profiles --schema " QUARTET_SCHEMA_DIR " --role dss";
  EXPECT_EQ(run_program(arguments + " | grep -q '\"name\": \"wide-keys\"'").exit_code, 0);
  EXPECT_EQ(run_program(arguments + " --indexes minimal | grep -q '\"name\": \"minimal\"'").exit_code, 0);
  EXPECT_EQ(run_program("--profiles --schema " QUARTET_SCHEMA_DIR).exit_code, kExitBadInput);
}

TEST(QuartetLoadProgram, BadArgumentsEndWithTwo) {
  for (const char* arguments :
       {"", "--load-units 0 --sink null", "--load-units 1 --trade-days 0 --news-length 1000 --seed 1 --sink null",
        "--load-units 2 --trade-days 1 --news-length 1000 --seed 1 --sink null --part 3/2",
        "--load-units 2 --trade-days 1 --news-length 1000 --seed 1 --sink null --part 1/3",
        "--load-units 2 --trade-days 1 --news-length 1000 --seed 1 --sink null --part 1",
        "--load-units 1 --trade-days 1 --news-length 10000 --seed x --sink null",
        "--load-units 1 --trade-days 1 --news-length 10000 --seed 1", "--nonsense"}) {
    const Finished finished = run_program(arguments);
    EXPECT_EQ(finished.exit_code, kExitBadInput) << arguments;
    EXPECT_NE(finished.message.find("quartet-load --help"), std::string::npos) << finished.message;
    EXPECT_EQ(std::ranges::count(finished.message, '\n'), 1) << finished.message;
  }
}

TEST(QuartetLoadProgram, AnUnreachableServerEndsWithThree) {
  const std::string port = std::getenv("PGPORT");
  setenv("PGPORT", "1", 1);
  const Finished finished = run_program(kTestArguments);
  setenv("PGPORT", port.c_str(), 1);
  EXPECT_EQ(finished.exit_code, kExitEnvironment);
  EXPECT_NE(finished.message.find("cannot connect to database"), std::string::npos) << finished.message;
  EXPECT_EQ(std::ranges::count(finished.message, '\n'), 1) << finished.message;
}

TEST(QuartetLoadProgram, OtherParametersEndWithFive) {
  load_once();
  const Finished finished = run_program(kTestArguments + " --threads 3");
  EXPECT_EQ(finished.exit_code, 0) << finished.message;
  std::string other = kTestArguments;
  other.replace(other.find("--seed 42"), 9, "--seed 43");
  const Finished refused = run_program(other);
  EXPECT_EQ(refused.exit_code, kExitLoadFailed);
  EXPECT_NE(refused.message.find("seed is 42, not 43"), std::string::npos) << refused.message;
}

TEST(QuartetLoadProgram, HelpEndsWithTwoExamples) {
  const std::string file = testing::TempDir() + "quartet-load-help-" + std::to_string(getpid());
  ASSERT_EQ(std::system((QUARTET_LOAD " --help >" + file).c_str()), 0);
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::remove(file.c_str());
  EXPECT_NE(text.str().find("\n  quartet-load --load-units 1 "), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("\n  quartet-load --verify "), std::string::npos) << text.str();
}

}  // namespace
}  // namespace quartet::load
