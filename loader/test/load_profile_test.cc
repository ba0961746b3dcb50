#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/error.h"
#include "load/profile_json.h"
#include "load/schema_files.h"
#include "parsed_json.h"
#include "profile_folders.h"

namespace quartet::load {
namespace {

const std::filesystem::path kShipped = QUARTET_SCHEMA_DIR;

class ProfileTest : public testing::Test {
 protected:
  [[nodiscard]] SchemaFiles read(const std::string& name = "mine", const std::string& role = "oltp") const {
    return read_schema(kShipped, folders.path(name), role);
  }

  // Names of the indexes of a table.
  [[nodiscard]] static std::vector<std::string> indexes(const SchemaFiles& schema, Table table) {
    std::vector<std::string> names;
    for (const ProfileStatement& index : schema.of(table).indexes) names.push_back(index.name);
    return names;
  }

  // Says how the error of reading the profile begins, after the folder of the test, or that there is none.
  void expect_refused(const std::string& name, const std::string& beginning) const {
    try {
      (void)read(name);
      ADD_FAILURE() << "no error, where " << beginning << " was expected";
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), kExitBadInput);
      EXPECT_TRUE(std::string(error.what()).starts_with(folders.folder.string() + "/" + beginning)) << error.what();
    }
  }

  const ProfileFolders folders;
};

TEST_F(ProfileTest, AFolderHasTheDifferencesToItsBase) {
  folders.add("mine", "plain");
  folders.write("mine/trade_by_symbol.sql", "-- left out: a test\n");
  folders.write("mine/common/trade_by_price.sql", "CREATE INDEX trade_by_price ON trade (t_trade_price);");
  folders.write("mine/dss/trade_by_quantity.sql", "CREATE INDEX trade_by_quantity ON trade (t_qty);");
  folders.write("mine/trade_by_account.sql", "CREATE INDEX trade_by_account ON trade (t_ca_id);");
  const SchemaFiles oltp = read();
  EXPECT_EQ(indexes(oltp, Table::kTrade),
            (std::vector<std::string>{"trade_pkey", "trade_by_account", "trade_by_price"}));
  EXPECT_EQ(oltp.of(Table::kTrade).indexes.at(1).sql, "CREATE INDEX trade_by_account ON trade (t_ca_id)");
  EXPECT_EQ(indexes(read("mine", "dss"), Table::kTrade),
            (std::vector<std::string>{"trade_pkey", "trade_by_account", "trade_by_price", "trade_by_quantity"}));
  EXPECT_EQ(indexes(oltp, Table::kHolding), indexes(read_schema(kShipped, "plain", "oltp"), Table::kHolding));
  EXPECT_EQ(oltp.profile.name, "mine");
  EXPECT_EQ(oltp.profile.purpose, "a test");
  EXPECT_EQ(oltp.profile.trades, "nothing");
}

TEST_F(ProfileTest, ABaseCountsFromTheFolderOfTheProfile) {
  folders.add("team/first", "covering");
  folders.write("team/first/trade_by_price.sql", "CREATE INDEX trade_by_price ON trade (t_trade_price);");
  folders.add("team/second", "../first");
  folders.write("team/second/trade_by_price.sql", "CREATE INDEX trade_by_price\nON trade (t_trade_price, t_qty);");
  const SchemaFiles schema = read("team/second");
  const auto& found = schema.of(Table::kTrade).indexes;
  EXPECT_EQ(found.back().sql, "CREATE INDEX trade_by_price\nON trade (t_trade_price, t_qty)");
  EXPECT_EQ(found.back().file, folders.folder / "team/second/trade_by_price.sql");
  std::vector<std::string> chain;
  for (const auto& folder : schema.profile.folders) chain.push_back(folder.filename().string());
  EXPECT_EQ(chain, (std::vector<std::string>{"plain", "covering", "common", "oltp", "first", "second"}));
}

TEST_F(ProfileTest, TheHashIsOfTheContentNotOfTheName) {
  folders.add("mine", "covering");
  folders.add("other", "covering");
  const std::string covering = sha256_of(read_schema(kShipped, "covering", "dss"));
  EXPECT_EQ(sha256_of(read("mine", "dss")), covering);
  EXPECT_EQ(sha256_of(read("other", "dss")), covering);
  folders.write("other/holding_by_position.sql",
                "-- serves: a test\nCREATE INDEX holding_by_position ON holding (h_ca_id);");
  EXPECT_NE(sha256_of(read("other", "dss")), covering);
}

TEST_F(ProfileTest, StorageIsReplacedAlike) {
  folders.add("mine", "plain");
  folders.write("mine/storage/broker.sql",
                "ALTER TABLE broker ALTER COLUMN b_name SET STATISTICS 500;\nCLUSTER broker USING broker_by_name;");
  folders.write("mine/storage/last_trade.sql", "-- left out: a test\n");
  const SchemaFiles schema = read();
  EXPECT_EQ(schema.of(Table::kBroker).storage.size(), 1U);
  ASSERT_EQ(schema.of(Table::kBroker).cluster.size(), 1U);
  EXPECT_EQ(schema.of(Table::kBroker).cluster.front().line, 2);
  EXPECT_TRUE(schema.of(Table::kLastTrade).storage.empty());
}

TEST_F(ProfileTest, ProfileYamlIsChecked) {
  folders.write("mine/trade_by_price.sql", "");
  expect_refused("mine", "mine is not an index profile: it has no profile.yaml. ");
  const auto expect = [this](const std::string& yaml, const std::string& beginning) {
    folders.write("mine/profile.yaml", yaml);
    expect_refused("mine", beginning);
  };
  expect("", "mine/profile.yaml:1: not a list of keys. ");
  expect("base: plain\npurpose: \"x\ntrades: y\n", "mine/profile.yaml:");
  expect("base: plain\npurpose: x\ntrades: y\nfillfactor: 70\n",
         "mine/profile.yaml:4: 'fillfactor' is not a key of profile.yaml. ");
  expect("base: plain\npurpose:\ntrades: y\n", "mine/profile.yaml:2: purpose has no text. ");
  expect("base: plain\npurpose: x\n", "mine/profile.yaml:1: trades is missing. ");
  expect("base: plain\nbase: plain\npurpose: x\ntrades: y\n", "mine/profile.yaml:2: base is given twice. ");
  expect("purpose: x\ntrades: y\n", "mine/profile.yaml:1: base is missing. ");
  expect("purpose: x\ntrades: y\nbase: plian\n", "mine/profile.yaml:3: base 'plian' does not exist. ");
  expect("purpose: x\ntrades: y\nbase: ../nowhere\n", "mine/profile.yaml:3: base '../nowhere' does not exist. ");
}

TEST_F(ProfileTest, ACycleOfBasesIsRefused) {
  folders.add("a", "../b");
  folders.add("b", "../c");
  folders.add("c", "../a");
  expect_refused("a", "c/profile.yaml:1: the bases form a cycle: ");
  folders.add("self", "../self");
  expect_refused("self", "self/profile.yaml:1: the bases form a cycle: ");
}

TEST_F(ProfileTest, AFileHoldsItsIndexAndNothingElse) {
  folders.add("mine", "plain");
  const auto expect = [this](const std::string& file, const std::string& sql, const std::string& line_and_text) {
    folders.write("mine/" + file, sql);
    expect_refused("mine", "mine/" + file + ":" + line_and_text);
    std::filesystem::remove(folders.folder / "mine" / file);
  };
  expect("nothing_by_x.sql", "CREATE INDEX nothing_by_x ON trade (t_qty);",
         "1: index nothing_by_x is on table trade, but its name begins with no table. ");
  expect("trade_by_x.sql", "-- serves: x\nCREATE INDEX trade_by_y ON trade (t_qty);",
         "2: the statement makes trade_by_y, but the file is named trade_by_x.sql. ");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x ON holding (h_qty);",
         "1: index trade_by_x is on table holding, but its name begins with trade. ");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x ON trade (t_qty);\nCREATE INDEX trade_by_y ON trade (t_qty);",
         "2: a second statement. ");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x ON trade (t_qty) WHERE t_st_id = 'CMPT", "1: a quote has no end");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x ON trade (t_qty)\nWHERE t_st_id = 'a\\b", "2: a quote has no end");
  const std::string long_name = "trade_" + std::string(60, 'x');
  expect(long_name + ".sql", "CREATE INDEX " + long_name + " ON trade (t_qty);", "1: the name has 66 characters, ");
  expect("trade_by_x.sql", std::string("CREATE INDEX trade_by_x ON trade (t_qty)") + '\0' + " nonsense",
         "1: the statement has a zero byte. ");
  expect("trade_by_x.sql", "\\set ON_ERROR_STOP on\n\\timing\nCREATE INDEX trade_by_x ON trade (t_qty);",
         "1: \\set is a command of psql, ");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x ON trade (t_qty);\n\\q", "2: \\q is a command of psql, ");
  expect("trade_by_x.sql", "CREATE INDEX trade_by_x\nON trade (t_qty) \\gexec", "2: \\gexec is a command of psql, ");
  expect("trade_by_x.sql", "CREATE UNIQUE INDEX CONCURRENTLY trade_by_x ON trade (t_qty)", "1: CONCURRENTLY ");
  expect("trade_by_x.sql", "CREATE INDEX CONCURRENTLY ON trade (t_qty)", "1: CONCURRENTLY ");
  expect("trade_by_x.sql", "CREATE INDEX IF NOT EXISTS trade_by_x ON trade (t_qty)", "1: IF NOT EXISTS ");
  expect("trade_by_x.sql", "create index on Trade (t_qty)",
         "1: the index has no name. Name it, for example CREATE INDEX trade_by_x ON trade.");
  for (const char* sql :
       {"DROP TABLE trade", "CREATE INDEX trade_by_x ON other.trade (t_qty)",
        "CREATE INDEX \"trade_by_x\" ON trade (t_qty)", "/* never ended CREATE INDEX trade_by_x ON trade (t_qty);",
        "ALTER TABLE trade ADD CONSTRAINT trade_by_x UNIQUE (t_id), DROP COLUMN t_qty",
        "ALTER TABLE trade ADD CONSTRAINT trade_by_x UNIQUE (\"a(\", t_id), DROP COLUMN t_qty",
        "ALTER TABLE trade ADD CONSTRAINT trade_by_x CHECK (t_qty > 0)"}) {
    expect("trade_by_x.sql", sql, "1: neither CREATE [UNIQUE] INDEX nor ALTER TABLE ");
  }
}

TEST_F(ProfileTest, AFileIsReadAsPeopleWriteIt) {
  folders.add("mine", "plain");
  const auto read_as = [this](const std::string& sql) {
    folders.write("mine/trade_by_x.sql", sql);
    return read().of(Table::kTrade).indexes.back().sql;
  };
  const std::string plain = "CREATE INDEX trade_by_x ON trade (t_qty)";
  for (const char* sql :
       {"\xEF\xBB\xBF"
        "CREATE INDEX trade_by_x ON trade (t_qty);",
        "CREATE INDEX trade_by_x ON ONLY trade (t_qty)", "CREATE INDEX trade_by_x ON public.trade (t_qty)",
        "CREATE INDEX trade_by_x ON only public . trade (t_qty)",
        "/* a /* nested */ comment; */ CREATE INDEX trade_by_x ON/**/trade (t_qty); -- done"}) {
    EXPECT_EQ(read_as(sql), plain) << sql;
  }
  EXPECT_EQ(read_as("CREATE INDEX trade_by_x ON public.trade USING btree (t_qty);"),
            "CREATE INDEX trade_by_x ON trade USING btree (t_qty)");
  EXPECT_EQ(read_as("ALTER TABLE ONLY public.trade\n    ADD CONSTRAINT trade_by_x UNIQUE (t_id);"),
            "ALTER TABLE trade\n    ADD CONSTRAINT trade_by_x UNIQUE (t_id)");
  folders.write("mine/storage/trade.sql",
                "ALTER TABLE public.trade SET (fillfactor = 70);\n"
                "CLUSTER public.trade USING trade_pkey;");
  EXPECT_EQ(read().of(Table::kTrade).storage.back().sql, "ALTER TABLE trade SET (fillfactor = 70)");
  EXPECT_EQ(read().of(Table::kTrade).cluster.back().sql, "CLUSTER trade USING trade_pkey");
}

TEST_F(ProfileTest, AFileWithoutAStatementLeavesOutWhatABaseHas) {
  folders.add("mine", "covering");
  const auto expect = [this](const std::string& file, const std::string& text, const std::string& problem) {
    SCOPED_TRACE(file);
    folders.write("mine/" + file, text);
    if (problem.empty()) {
      for (const char* role : {"dss", "oltp"}) EXPECT_NO_THROW((void)read("mine", role));
    } else {
      expect_refused("mine", "mine/" + file + ":1: the file has no statement, but " + problem);
    }
    std::filesystem::remove(folders.folder / "mine" / file);
  };
  expect("trade_by_symbol.sql", "-- left out: a test\n", "");  // of DSS alone
  expect("trade_by_symbl.sql", "-- left out: a test\n", "the base has no trade_by_symbl.sql that ");
  expect("oltp/trade_by_symbol.sql", "",
         (kShipped / "indexes/covering/oltp/trade_by_symbol.sql").string() + " already leaves out trade_by_symbol. ");
  expect("storage/broker.sql", "", "");
  expect("storage/account_permission.sql", "\xEF\xBB\xBF/* nothing */", "the base has no account_permission.sql that ");
  folders.add("based", "../mine");
  folders.write("mine/trade_by_symbol.sql", "");
  folders.write("based/trade_by_symbol.sql", "");
  expect_refused("based", "based/trade_by_symbol.sql:1: the file has no statement, but " + folders.path("mine") +
                              "/trade_by_symbol.sql already leaves out trade_by_symbol. ");
}

TEST_F(ProfileTest, AFileThatIsNotReadIsRefused) {
  folders.add("mine", "plain");
  folders.add("mine/other", "plain");
  folders.add("mine/notes/other", "plain");
  folders.write("mine/other/trade_by_symbol.sql", "");
  folders.write("mine/notes/other/trade_by_symbol.sql", "");
  folders.write("mine/.git/deep/trade_by_x.sql", "");
  folders.write("mine/notes/trade.txt", "");
  folders.write("mine/notes/todo", "");
  for (const char* file : {"README", "plan.txt", "trade_by_symbol.sql~", "#trade_by_symbol.sql#", ".trade.sql.swp"}) {
    folders.write(std::string("mine/oltp/") + file, "");
  }
  EXPECT_NO_THROW((void)read());
  const auto expect = [this](const std::string& file, const std::string& problem) {
    folders.write("mine/" + file, "");
    expect_refused("mine", "mine/" + file + ":1: " + problem);
    std::filesystem::remove(folders.folder / "mine" / file);
  };
  for (const char* folder : {"olpt", "oltp/common", "common/Storage", "old/more", "notes/common", "common/storage/deep",
                             "storage/storage"}) {
    expect(std::string(folder) + "/trade.sql", std::string("folder ") + folder + " is not read. ");
  }
  expect("old/trade.SQL", "folder old is not read. ");
  for (const char* file : {"trade_by_symbl.Sql", "common/trade_by_symbl.SQL", "dss/storage/trade.SQL",
                           "trade_by_symbol.sql.txt", "oltp/trade_by_symbol", "storage/trade.SQL.bak"}) {
    expect(file, "the file is not read: its name has to end in .sql, in lower case. ");
  }
  std::filesystem::create_directory_symlink(".", folders.folder / "mine/notes/circle");
  EXPECT_THROW((void)read(), Error);
}

TEST(IndexStatement, IsJudgedAsInAProfile) {
  const auto json = test::parsed_json(index_statement_json("create index Trade_By_X on public.trade (t_dts DESC);"));
  EXPECT_EQ(json.at("name"), "trade_by_x");
  EXPECT_EQ(json.at("table"), "trade");
  EXPECT_EQ(json.at("statement"), "create index Trade_By_X on trade (t_dts DESC)");
  const auto expect = [](const char* sql, const char* beginning) {
    try {
      (void)index_statement_json(sql);
      ADD_FAILURE() << sql;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), kExitBadInput);
      EXPECT_TRUE(std::string(error.what()).starts_with(beginning)) << error.what();
    }
  };
  expect("", "statement:1: there is no statement. ");
  expect("\nCREATE INDEX CONCURRENTLY trade_by_x ON trade (t_dts)", "statement:2: CONCURRENTLY ");
  expect("CREATE INDEX trade_by_x ON trade (t_dts); DROP TABLE trade", "statement:1: a second statement. ");
  expect("CREATE INDEX by_x ON trade (t_dts)",
         "statement:1: index by_x is on table trade, but its name begins with no ");
}

TEST_F(ProfileTest, AHiddenFileIsNoneOfTheProfile) {
  folders.add("mine", "plain");
  folders.write("mine/._trade_by_x.sql", "what a desktop keeps");
  EXPECT_NO_THROW((void)read());
}

TEST_F(ProfileTest, AFileFarTooLargeForAStatementIsRefused) {
  folders.add("mine", "plain");
  folders.write("mine/trade_by_x.sql", std::string((1 << 20) + 1, ' '));
  expect_refused("mine", "mine/trade_by_x.sql is larger than 1 MiB. ");
}

TEST_F(ProfileTest, AFileThatCannotBeReadLeavesNoIndexOut) {
  folders.add("mine", "plain");
  const std::filesystem::path file = folders.folder / "mine" / "trade_by_symbol.sql";
  const auto expect = [&](const char* kind) {
    try {
      (void)read();
      ADD_FAILURE() << kind;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), kExitBadInput) << kind;
      EXPECT_TRUE(std::string(error.what()).starts_with("cannot read " + file.string())) << error.what();
    }
    std::filesystem::remove(file);
  };
  std::filesystem::create_directory(file);
  expect("folder");
  std::filesystem::create_symlink(file.filename(), file);
  expect("link to itself");
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  expect("pipe without a writer");
}

TEST_F(ProfileTest, AFolderThatCannotBeFollowedIsBadInput) {
  const auto expect = [this](const std::string& name) {
    try {
      (void)read(name);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), kExitBadInput);
      EXPECT_TRUE(std::string(error.what()).starts_with("cannot read ")) << error.what();
    }
  };
  std::filesystem::create_symlink("circle", folders.folder / "circle");
  expect("circle");
  expect(std::string(300, 'a'));
  folders.add("mine", "plain");
  std::filesystem::create_symlink("common", folders.folder / "mine" / "common");
  expect("mine");
  folders.add("based", "../" + std::string(300, 'a'));
  expect("based");
}

TEST_F(ProfileTest, AStorageFileHoldsStorageSettings) {
  folders.add("mine", "plain");
  const auto expect = [this](const std::string& sql, const std::string& line_and_text) {
    folders.write("mine/storage/trade.sql", sql);
    expect_refused("mine", "mine/storage/trade.sql:" + line_and_text);
  };
  expect("ALTER TABLE holding SET (fillfactor = 70);", "1: the statement is about table holding, ");
  expect("CLUSTER trade USING trade_pkey;\n\nCLUSTER trade USING trade_by_account;", "3: a second CLUSTER ");
  for (const char* sql :
       {"ALTER TABLE trade SET (fillfactor = 70), DROP COLUMN t_qty", "ALTER TABLE trade SET UNLOGGED",
        "ALTER TABLE trade ALTER COLUMN t_qty SET NOT NULL", "VACUUM FULL trade", "CLUSTER"}) {
    expect(sql, "1: neither ALTER TABLE ... SET (...), nor ");
  }
}

TEST_F(ProfileTest, ARefusedNameSaysWhatThereIs) {
  for (const char* name : {"no-such-profile", "./no-such-profile", ".."}) {
    try {
      (void)read_schema(kShipped, name, "oltp");
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("Use one of: clustered, covering, minimal, plain, wide-keys"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST_F(ProfileTest, JsonTellsTheStack) {
  folders.add("mine", "plain");
  folders.write("mine/storage/trade.sql", "ALTER TABLE trade SET (fillfactor = 70);");
  const auto json = test::parsed_json(profile_json(kShipped, folders.path("mine"), "dss"));
  EXPECT_EQ(json.at("name"), "mine");
  EXPECT_EQ(json.at("purpose"), "a test");
  EXPECT_EQ(json.at("trades"), "nothing");
  EXPECT_EQ(json.at("folders").back(), folders.path("mine"));
  EXPECT_EQ(json.at("sha256"), sha256_of(read("mine", "dss")));
  EXPECT_EQ(json.at("storage").back(), nlohmann::json({{"table", "trade"},
                                                       {"file", folders.path("mine/storage/trade.sql")},
                                                       {"statement", "ALTER TABLE trade SET (fillfactor = 70)"}}));
  EXPECT_EQ(json.at("indexes").at(0).at("name"), "status_type_pkey");
  EXPECT_EQ(json.at("indexes").at(0).at("table"), "status_type");
}

TEST_F(ProfileTest, JsonWithoutANameHasTheProfilesOfTheKit) {
  const auto json = test::parsed_json(profile_json(kShipped, "", "oltp"));
  std::vector<std::string> names;
  for (const auto& profile : json) names.push_back(profile.at("name"));
  EXPECT_EQ(names, (std::vector<std::string>{"clustered", "covering", "minimal", "plain", "wide-keys"}));
}

}  // namespace
}  // namespace quartet::load
