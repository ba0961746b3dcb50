// Faults outside the engine, seen through the C interface: each fault ends as the right outcome, and the next
// transaction of the same session succeeds.
#include <fmt/format.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <stdexcept>

#include "proxy_fixture.h"
#include "trading_fixture.h"

namespace quartet::test {
namespace {

constexpr int32_t kPatienceMillis = 700;

std::string database_of(const std::string& conninfo) { return conninfo.substr(std::string("dbname=").size()); }

// One session on an engine whose databases are both the trading database.
class Client {
 public:
  explicit Client(const std::string& conninfo, int32_t longest_wait = 0, int32_t access = QUARTET_LIBPQ) {
    const quartet_model model = loaded_model();
    const quartet_options options = {
        .access = access, .statements = QUARTET_BATCHED, .repeatable_read = 0, .longest_wait = longest_wait};
    std::array<char, 500> error = {};
    if (quartet_engine_open(conninfo.c_str(), conninfo.c_str(), &model, &options, &engine_, error.data(),
                            error.size()) != 0 ||
        quartet_session_open(engine_, &session_, error.data(), error.size()) != 0) {
      throw std::runtime_error(error.data());
    }
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() {
    quartet_session_close(session_);
    quartet_engine_close(engine_);
  }

  template <typename Input>
  quartet_reply run(const Input& input, int database = QUARTET_BY_TYPE) {
    const std::string bytes = encode(input);
    quartet_reply reply = {};
    quartet_execute(session_, Input::kType, database, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(),
                    &reply);
    return reply;
  }
  template <typename Input>
  std::future<quartet_reply> start(const Input& input) {
    return std::async(std::launch::async, [this, input] { return run(input); });
  }

 private:
  quartet_engine* engine_ = nullptr;
  quartet_session* session_ = nullptr;
};

class EngineFaultsTest : public TradingTest {
 protected:
  void TearDown() override {
    Sql(trading_conninfo())
        .query(
            "DROP TRIGGER IF EXISTS fault ON trade; DROP TRIGGER IF EXISTS late_fault ON trade;"
            "DROP FUNCTION IF EXISTS fault()");
  }

  // From now on, `action` runs in place of each order of the account: while the row is written, or while the
  // transaction commits.
  void install(const std::string& action, bool at_commit = false) {
    sql.query(
        fmt::format("CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
                    "IF NEW.t_ca_id = {} THEN PERFORM {}; END IF; RETURN NEW; END $$",
                    position.account, action));
    sql.query(at_commit ? "CREATE CONSTRAINT TRIGGER late_fault AFTER INSERT ON trade DEFERRABLE INITIALLY DEFERRED "
                          "FOR EACH ROW EXECUTE FUNCTION fault()"
                        : "CREATE TRIGGER fault BEFORE INSERT ON trade FOR EACH ROW EXECUTE FUNCTION fault()");
  }
  TradeOrderInput order() { return order_of(position, TradeType::kMarketBuy, 100); }
  // Orders that the account has placed in this test.
  int64_t orders() { return orders_of_all_tests() - orders_before; }
  void expect_healed(Client& client) {
    const quartet_reply order_reply = client.run(order_of(healthy, TradeType::kMarketBuy, 100));
    EXPECT_EQ(order_reply.outcome, QUARTET_COMMITTED) << order_reply.message;
    const quartet_reply status_reply = client.run(TradeStatusInput{healthy.account});
    EXPECT_EQ(status_reply.outcome, QUARTET_COMMITTED) << status_reply.message;
  }
  // Waits until the client's backend sleeps or waits in `install`ed SQL, and returns its process id.
  int64_t blocked_backend() {
    Sql watcher(trading_conninfo());
    while (true) {
      const auto rows = watcher.query(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'quartet' AND datname = current_database() "
          "AND wait_event IN ('PgSleep', 'advisory')");
      if (rows.size() == 1) return std::stoll(rows[0][0]);
    }
  }

  const Position position = fresh_position();
  const Position healthy = fresh_position();

 private:
  [[nodiscard]] int64_t orders_of_all_tests() const {
    return Sql(trading_conninfo())
        .number(fmt::format("SELECT count(*) FROM trade WHERE t_ca_id = {} AND t_id >= {}", position.account,
                            model.first_run_time_trade_id()));
  }

  const int64_t orders_before = orders_of_all_tests();
};

// Faults with equal outcomes through libpq and ODBC, and those with different ones.
class EveryAccessFaultsTest : public EngineFaultsTest, public testing::WithParamInterface<int32_t> {
 protected:
  [[nodiscard]] Client open(const std::string& more = "") const {
    return Client(trading_conninfo() + more, 0, GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Access, EveryAccessFaultsTest, testing::Values(QUARTET_LIBPQ, QUARTET_ODBC),
                         [](const auto& access) { return access.param == QUARTET_ODBC ? "odbc" : "libpq"; });

TEST_P(EveryAccessFaultsTest, ConnectionLostBeforeTheCommitIsALostConnection) {
  Client client = open();
  install("pg_terminate_backend(pg_backend_pid())");
  const quartet_reply reply = client.run(order());
  EXPECT_EQ(reply.outcome, QUARTET_CONNECTION);
  // psqlODBC does not pass on the state of the server's last words.
  EXPECT_STREQ(reply.sqlstate, GetParam() == QUARTET_LIBPQ ? "57P01" : "");
  EXPECT_EQ(reply.order_count, 0U);
  EXPECT_EQ(orders(), 0);
  expect_healed(client);
}

TEST_P(EveryAccessFaultsTest, ConnectionLostDuringTheCommitIsInDoubt) {
  Client client = open();
  install("pg_terminate_backend(pg_backend_pid())", true);
  const quartet_reply reply = client.run(order());
  EXPECT_EQ(reply.outcome, QUARTET_IN_DOUBT);
  EXPECT_STREQ(reply.statement, "COMMIT");
  EXPECT_EQ(orders(), 0);
  expect_healed(client);
}

TEST_F(EngineFaultsTest, ConnectionCutBeforeTheCommitArrivesIsInDoubt) {
  Proxy proxy;
  Client client(proxy.conninfo(database_of(trading_conninfo())));
  expect_healed(client);
  proxy.set(Network::kCutBeforeCommit);
  EXPECT_EQ(client.run(order()).outcome, QUARTET_IN_DOUBT);
  EXPECT_EQ(orders(), 0);
  expect_healed(client);
}

TEST_F(EngineFaultsTest, TradeResultCutAfterItsCommitIsInDoubtAndItsSecondDeliveryIsApplied) {
  Proxy proxy;
  Client client(proxy.conninfo(database_of(trading_conninfo())));
  const quartet_reply placed = client.run(order());
  ASSERT_EQ(placed.order_count, 1U);
  const TradeResultInput result = {static_cast<int64_t>(placed.orders[0].trade_id), 2500};
  proxy.set(Network::kCutAfterCommit);
  EXPECT_EQ(client.run(result).outcome, QUARTET_IN_DOUBT);
  EXPECT_EQ(status_of(result.trade_id), "CMPT");
  const quartet_reply again = client.run(result);
  EXPECT_EQ(again.outcome, QUARTET_COMMITTED);
  EXPECT_EQ(again.already_applied, 1);
  EXPECT_EQ(position_quantity(position), "100");
  expect_healed(client);
}

// Both take one round trip: what was lost with the answer is known of the read only.
TEST_F(EngineFaultsTest, CutAnswerLosesAReadAndLeavesAWriteInDoubt) {
  Proxy proxy;
  Client client(proxy.conninfo(database_of(trading_conninfo())));
  DataMaintenanceInput maintenance;
  maintenance.table = static_cast<uint8_t>(MaintainedTable::kExchange);
  expect_healed(client);
  proxy.set(Network::kCutAnswer);
  EXPECT_EQ(client.run(TradeStatusInput{healthy.account}).outcome, QUARTET_CONNECTION);
  expect_healed(client);
  proxy.set(Network::kCutAnswer);
  EXPECT_EQ(client.run(maintenance, QUARTET_OLTP).outcome, QUARTET_IN_DOUBT);
  expect_healed(client);
}

TEST_F(EngineFaultsTest, NetworkThatSwallowsEverythingIsGivenUp) {
  Proxy proxy;
  Client client(proxy.conninfo(database_of(trading_conninfo())), kPatienceMillis);
  expect_healed(client);
  proxy.set(Network::kBlackHole);
  const auto start = std::chrono::steady_clock::now();
  const quartet_reply reply = client.run(order());
  const auto elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(reply.outcome, QUARTET_CONNECTION);
  EXPECT_NE(std::string(reply.message).find("no answer in 700 ms"), std::string::npos) << reply.message;
  EXPECT_GE(elapsed, std::chrono::milliseconds(kPatienceMillis));
  EXPECT_LT(elapsed, std::chrono::milliseconds(10 * kPatienceMillis));
  proxy.set(Network::kOpen);
  expect_healed(client);
}

// Its own COMMIT runs once it is awake: only the database can tell then.
TEST_F(EngineFaultsTest, StoppedBackendIsGivenUpAndInDoubtOnceTheCommitIsSent) {
  install("pg_sleep(0.3)");
  Client client(trading_conninfo(), 3 * kPatienceMillis);
  auto running = client.start(order());
  const auto backend = static_cast<pid_t>(blocked_backend());
  ASSERT_EQ(kill(backend, SIGSTOP), 0) << "backends must belong to this account, or this be root";
  EXPECT_EQ(running.get().outcome, QUARTET_IN_DOUBT);
  expect_healed(client);
  ASSERT_EQ(kill(backend, SIGCONT), 0);
  Sql watcher(trading_conninfo());
  while (watcher.number(fmt::format("SELECT count(*) FROM pg_stat_activity WHERE pid = {}", backend)) != 0) {
  }
  EXPECT_EQ(orders(), 1);
}

TEST_P(EveryAccessFaultsTest, StatementTimeoutIsATimeout) {
  install("pg_sleep(60)");
  Client client = open(" options='-c statement_timeout=200ms'");
  const quartet_reply reply = client.run(order());
  EXPECT_EQ(reply.outcome, QUARTET_TIMEOUT);
  EXPECT_STREQ(reply.sqlstate, "57014");
  EXPECT_STREQ(reply.statement, "TOs16");
  EXPECT_EQ(orders(), 0);
  expect_healed(client);
}

TEST_P(EveryAccessFaultsTest, CancelledQueryIsATimeout) {
  install("pg_sleep(60)");
  Client client = open();
  auto running = client.start(order());
  sql.query(fmt::format("SELECT pg_cancel_backend({})", blocked_backend()));
  const quartet_reply reply = running.get();
  EXPECT_EQ(reply.outcome, QUARTET_TIMEOUT);
  EXPECT_STREQ(reply.sqlstate, "57014");
  EXPECT_EQ(orders(), 0);
  expect_healed(client);
}

// Restarts the throw-away cluster, as the account that owns its data.
void restart_server(const std::string& mode) {
  Sql administration(empty_conninfo());
  administration.query("CHECKPOINT");  // or recovery takes its time
  const std::string data = administration.value("SHOW data_directory");
  const std::string version = administration.value("SELECT current_setting('server_version_num')::int / 10000");
  struct stat owner = {};
  ASSERT_EQ(stat(data.c_str(), &owner), 0);
  const char* const chosen = std::getenv("QUARTET_PG_BIN");
  const std::string bin = chosen != nullptr ? chosen : fmt::format("/usr/lib/postgresql/{}/bin", version);
  const std::string account =
      geteuid() != 0 ? "" : fmt::format("setpriv --reuid {} --regid {} --clear-groups -- ", owner.st_uid, owner.st_gid);
  ASSERT_EQ(std::system(fmt::format("cd / && {}{}/pg_ctl restart -D {} -m {} -w -s -l {}/../server.log", account, bin,
                                    data, mode, data)
                            .c_str()),
            0);
}

TEST_P(EveryAccessFaultsTest, ServerRestartBetweenTransactionsGoesUnnoticed) {
  Client client = open();
  expect_healed(client);
  restart_server("fast");
  expect_healed(client);
}

// A server that says why it ends has not reached the COMMIT behind the statement in a pipeline; one that dies may have.
// Through ODBC the COMMIT has not been sent.
TEST_P(EveryAccessFaultsTest, ServerRestartInsideATransactionIsALostConnectionOrInDoubt) {
  install("pg_sleep(60)");
  const std::array<std::pair<const char*, int32_t>, 2> modes = {
      {{"fast", QUARTET_CONNECTION},
       {"immediate", GetParam() == QUARTET_LIBPQ ? QUARTET_IN_DOUBT : QUARTET_CONNECTION}}};
  for (const auto& [mode, outcome] : modes) {
    Client client = open();
    auto running = client.start(order());
    blocked_backend();
    restart_server(mode);
    const quartet_reply reply = running.get();
    EXPECT_EQ(reply.outcome, outcome) << mode << ": " << reply.message;
    EXPECT_EQ(orders(), 0);
    expect_healed(client);
  }
}

// A file system of its own for TRADE_HISTORY, which can be filled.
class FullDiskTest : public EngineFaultsTest {
 protected:
  static constexpr const char* kSize = "size=64m,mode=0777";

  void SetUp() override {
    folder = std::filesystem::path(sql.value("SHOW data_directory")).parent_path() / "small";
    std::filesystem::create_directory(folder);
    ASSERT_EQ(mount("tmpfs", folder.c_str(), "tmpfs", 0, kSize), 0)
        << "a file system cannot be mounted: run as root or as with-postgres -m does";
    is_mounted = true;
    std::filesystem::create_directory(folder / "data");
    struct stat owner = {};
    ASSERT_EQ(stat(sql.value("SHOW data_directory").c_str(), &owner), 0);
    ASSERT_EQ(chown((folder / "data").c_str(), owner.st_uid, owner.st_gid), 0);
    sql.query(fmt::format("CREATE TABLESPACE small LOCATION '{}'", (folder / "data").string()));
    sql.query("ALTER TABLE trade_history SET TABLESPACE small");
  }
  void TearDown() override {
    if (!is_mounted) return;
    free_space();
    Sql administration(trading_conninfo());
    administration.query("ALTER TABLE trade_history SET TABLESPACE pg_default");
    administration.query("CHECKPOINT");
    administration.query("DROP TABLESPACE small");
    EXPECT_EQ(umount2(folder.c_str(), MNT_DETACH), 0);
    EngineFaultsTest::TearDown();
  }
  void fill() {
    std::ofstream file(folder / "filler", std::ios::binary);
    const std::string block(4096, 'x');
    while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
    }
  }
  void free_space() const { std::filesystem::remove(folder / "filler"); }

  std::filesystem::path folder;
  bool is_mounted = false;
};

TEST_F(FullDiskTest, FullDiskIsAnSqlErrorUntilThereIsRoom) {
  for (const int32_t access : {QUARTET_LIBPQ, QUARTET_ODBC}) {
    SCOPED_TRACE(access);
    Client client(trading_conninfo(), 0, access);
    fill();
    quartet_reply reply = client.run(order());
    // Pages that exist take some more rows.
    for (int i = 0; i < 2000 && reply.outcome == QUARTET_COMMITTED; ++i) reply = client.run(order());
    EXPECT_EQ(reply.outcome, QUARTET_SQL_ERROR);
    EXPECT_STREQ(reply.sqlstate, "53100") << reply.message;
    EXPECT_STREQ(reply.statement, "TOs16");
    const int64_t placed = orders();
    EXPECT_EQ(client.run(order()).outcome, QUARTET_SQL_ERROR) << "still full";
    EXPECT_EQ(orders(), placed);
    EXPECT_EQ(client.run(TradeStatusInput{healthy.account}).outcome, QUARTET_COMMITTED) << "reading needs no room";
    free_space();
    expect_healed(client);
  }
}

}  // namespace
}  // namespace quartet::test
