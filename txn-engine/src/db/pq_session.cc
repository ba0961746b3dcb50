#include "db/pq_session.h"

#include <fmt/format.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

#include "db/binary.h"
#include "db/control_statements.h"
#include "db/one_line.h"

namespace quartet::db {
namespace {

constexpr int kBinary = 1;
constexpr std::chrono::seconds kConnectTimeout{5};

// A whole READ COMMITTED transaction in one pipeline: the server makes one of all statements up to the synchronisation
// point by itself, at that level, so BEGIN and COMMIT would only cost.
bool is_implicit_transaction(const std::vector<Batch::Entry>& entries) {
  return entries.size() > 2 && entries.front().kind == Batch::Entry::Kind::kBegin &&
         entries.front().isolation == Isolation::kReadCommitted && entries.back().kind == Batch::Entry::Kind::kCommit;
}

std::string_view field(const PGresult* result, int code) {
  const char* text = PQresultErrorField(result, code);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// Addresses of the server that the connection string names; empty where libpq has nothing to look up: a numeric
// address, a Unix socket, or a name that is not known, which libpq reports. Looked up here, because libpq would do it
// in the middle of connecting, where it cannot be waited for.
std::vector<std::string> addresses(const std::string& conninfo, Waiter& waiter) {
  std::string host;
  for (const auto& [keyword, value] : named_parameters(conninfo)) {
    if (keyword == "hostaddr") return {};
    if (keyword == "host") host = value;
  }
  if (host.empty() || host.find_first_of("/@,") != std::string::npos) return {};
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), nullptr, &hints, &found) == 0) {
    freeaddrinfo(found);
    return {};
  }
  hints.ai_flags = 0;
  int problem = 0;
  waiter.run_blocking([&] { problem = getaddrinfo(host.c_str(), nullptr, &hints, &found); });
  if (problem != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, &freeaddrinfo);
  std::vector<std::string> numeric;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    std::array<char, NI_MAXHOST> text = {};
    if (getnameinfo(entry->ai_addr, entry->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) {
      return {};
    }
    numeric.emplace_back(text.data());
  }
  return numeric;
}

}  // namespace

PqSession::PqSession(std::string conninfo, std::chrono::milliseconds longest_wait, Waiter& waiter)
    : conninfo_(std::move(conninfo)), longest_wait_(longest_wait), waiter_(waiter) {}

const Results& PqSession::run(const Batch& batch) {
  const auto& entries = batch.entries();
  batch.check();
  ensure_connected(entries.front().kind == Batch::Entry::Kind::kBegin);

  // A batch may ask for more patience than the session has, never for less.
  round_trip([&] { send_all(entries); }, std::max(longest_wait_, batch.allowed()));
  if (failure_) throw DatabaseError(*failure_);
  return results_;
}

void PqSession::round_trip(const std::function<void()>& send_everything, std::chrono::milliseconds longest_wait) {
  results_.clear();
  failure_.reset();
  try {
    send_everything();
    finish_pipeline(longest_wait);
  } catch (const DatabaseError&) {
    throw;
  } catch (const std::exception& defect) {  // memory ran out: half a pipeline is under way
    lose_connection(defect.what());
  }
}

void PqSession::send_all(const std::vector<Batch::Entry>& entries) {
  const bool is_implicit = is_implicit_transaction(entries);
  for (const auto& entry : entries) {
    switch (entry.kind) {
      case Batch::Entry::Kind::kBegin:
        if (!is_implicit) send(Sent::Kind::kBegin, begin_statement(entry.isolation), {});
        break;
      case Batch::Entry::Kind::kStatement:
        send(Sent::Kind::kStatement, *entry.statement, entry.parameters);
        break;
      case Batch::Entry::Kind::kCommit:
        // Set before it is sent: a COMMIT whose sending fails half-way may have reached the server. An implicit
        // transaction commits at the synchronisation point that follows.
        has_sent_commit_ = true;
        if (!is_implicit) send(Sent::Kind::kCommit, kCommit, {});
        break;
      case Batch::Entry::Kind::kRollback:
        send(Sent::Kind::kRollback, kRollback, {});
        break;
    }
  }
}

void PqSession::rollback() {
  // An implicit transaction needs no ROLLBACK: the server ended it at the synchronisation point.
  if (!connection_ || !is_in_transaction_) return;
  round_trip([&] { send(Sent::Kind::kRollback, kRollback, {}); }, longest_wait_);
  // A transaction that cannot be rolled back ends with its connection.
  if (failure_) lose_connection(failure_->what());
}

uint32_t PqSession::take_round_trips() { return std::exchange(round_trips_, 0); }

void PqSession::ensure_connected(bool is_new_transaction) {
  if (connection_ && is_closed_by_server()) {
    // The earlier statements of the transaction are gone with the connection; only a new one can move to another.
    if (!is_new_transaction) lose_connection("the server closed it between two batches");
    disconnect();
  }
  if (!connection_) connect();
}

void PqSession::disconnect() {
  watch_.reset();
  connection_.reset();
}

void PqSession::connect() {
  // Prepared statements live as long as their connection.
  prepared_.clear();
  sent_.clear();
  has_sent_commit_ = false;
  is_in_transaction_ = false;

  const std::string problem = make_connection();
  if (!problem.empty()) {
    disconnect();
    throw DatabaseError(
        DatabaseError::Kind::kConnection, "", "",
        fmt::format("{}. Is PostgreSQL listening there, and does PGPASSFILE hold its password?", one_line(problem)));
  }
  // By default, libpq prints notices on the standard error of the process, which is Tier A's.
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  // Non-blocking: otherwise a large batch and its answers can fill the buffers of both sides, and each waits for the
  // other.
  if (PQsetnonblocking(connection_.get(), 1) != 0 || PQenterPipelineMode(connection_.get()) != 1) {
    lose_connection("cannot enter pipeline mode");
  }
  watch_ = waiter_.watch(PQsocket(connection_.get()));
}

std::string PqSession::make_connection() {
  const std::vector<std::string> numeric = addresses(conninfo_, waiter_);
  if (numeric.empty()) return make_connection(nullptr);
  std::string problem;
  for (const std::string& one : numeric) {
    problem = make_connection(one.c_str());
    if (problem.empty()) break;
  }
  return problem;
}

std::string PqSession::make_connection(const char* numeric) {
  // Later keywords override what the connection string says; a null value says nothing.
  std::vector<const char*> keywords = {"dbname", "hostaddr"};
  std::vector<const char*> values = {conninfo_.c_str(), numeric};
  const auto settings = connection_settings(conninfo_);
  for (const auto& [keyword, value] : settings) {
    keywords.push_back(keyword.c_str());
    values.push_back(value.c_str());
  }
  keywords.push_back(nullptr);
  values.push_back(nullptr);
  const auto deadline = Waiter::Clock::now() + kConnectTimeout;
  connection_.reset(PQconnectStartParams(keywords.data(), values.data(), 1));
  if (!connection_) throw std::bad_alloc();
  PostgresPollingStatusType state =
      PQstatus(connection_.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
  while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
    // The socket may be another one after each step, for instance without GSS after a try with it. So the watch ends
    // before.
    const int events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (waiter_.watch(PQsocket(connection_.get()))->await(events, deadline) == 0) {
      return fmt::format("{}: no connection in {} s", address(connection_.get()), kConnectTimeout.count());
    }
    state = PQconnectPoll(connection_.get());
  }
  return state == PGRES_POLLING_OK ? "" : PQerrorMessage(connection_.get());
}

bool PqSession::is_closed_by_server() {
  char byte = 0;
  // A peek costs no round trip and leaves the bytes to libpq.
  const ssize_t count = recv(PQsocket(connection_.get()), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count < 0) return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
  if (count == 0) return true;
  // Something came unasked: a notice, or the server's last words.
  if (PQconsumeInput(connection_.get()) != 1) return true;
  static_cast<void>(PQisBusy(connection_.get()));
  return PQstatus(connection_.get()) != CONNECTION_OK ||
         recv(PQsocket(connection_.get()), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void PqSession::prepare(const Statement& statement) {
  std::vector<Oid> types(statement.parameters.size());
  // Declared types: the server must read the bytes as what they are, not as what it would infer.
  std::transform(statement.parameters.begin(), statement.parameters.end(), types.begin(), binary::object_id);
  // Numbered, because several statements share a name (DM2).
  const auto [entry, is_new] =
      prepared_.try_emplace(&statement, fmt::format("{}_{}", statement.name, prepared_.size()));
  if (PQsendPrepare(connection_.get(), entry->second.c_str(), statement.sql, static_cast<int>(types.size()),
                    types.data()) != 1) {
    lose_connection(PQerrorMessage(connection_.get()));
  }
  sent_.push_back({Sent::Kind::kPrepare, &statement});
}

void PqSession::send(Sent::Kind kind, const Statement& statement, const Parameters& parameters) {
  const auto& parameter_values = parameters.values();
  if (!prepared_.contains(&statement)) prepare(statement);

  std::vector<const char*> values(parameter_values.size());
  std::vector<int> lengths(parameter_values.size());
  const std::vector<int> formats(parameter_values.size(), kBinary);
  for (size_t i = 0; i < parameter_values.size(); ++i) {
    const auto& value = parameter_values[i];
    values[i] = value.is_null ? nullptr : parameters.data() + value.offset;
    lengths[i] = static_cast<int>(value.length);
  }
  if (PQsendQueryPrepared(connection_.get(), prepared_.at(&statement).c_str(), static_cast<int>(values.size()),
                          values.data(), lengths.data(), formats.data(), kBinary) != 1) {
    lose_connection(PQerrorMessage(connection_.get()));
  }
  sent_.push_back({kind, &statement});
}

void PqSession::finish_pipeline(std::chrono::milliseconds longest_wait) {
  // The only one of the batch: an error makes the server skip everything up to here, the COMMIT included.
  if (PQpipelineSync(connection_.get()) != 1) lose_connection(PQerrorMessage(connection_.get()));
  ++round_trips_;
  round_trip_limit_ = longest_wait;
  // For the whole round trip: a server that answers byte by byte must not extend it.
  deadline_ = std::chrono::steady_clock::now() + longest_wait;
  flush();
  receive();
  // The answer to the COMMIT has been read: a loss from here on leaves nothing in doubt.
  has_sent_commit_ = false;
}

// Waits for one of the events and returns those that came.
int PqSession::await(int events) {
  const int came = watch_->await(events, deadline_);
  if (came == 0) {
    lose_connection(
        fmt::format("no answer in {} ms. Is the server hung, or the network cut?", round_trip_limit_.count()));
  }
  return came;
}

// A batch may be larger than the socket buffers: while the server is not reading because its own answers have not been
// taken, reading them is what lets it go on.
void PqSession::flush() {
  while (true) {
    const int state = PQflush(connection_.get());
    if (state == 0) return;
    if (state < 0) lose_connection(PQerrorMessage(connection_.get()));
    if ((await(POLLIN | POLLOUT) & POLLIN) != 0 && PQconsumeInput(connection_.get()) != 1) {
      // The server's last words may explain the end; they are among the results.
      return;
    }
  }
}

void PqSession::wait_for_results() {
  while (PQisBusy(connection_.get()) != 0) {
    static_cast<void>(await(POLLIN));
    // PQgetResult gives what came before the loss, and then the loss.
    if (PQconsumeInput(connection_.get()) != 1) return;
  }
}

ResultHandle PqSession::next_result() {
  wait_for_results();
  return ResultHandle(PQgetResult(connection_.get()));
}

void PqSession::receive() {
  // All of them, also behind an error: the next batch needs an empty pipeline, and each skipped message has an answer.
  for (const Sent& sent : sent_) receive_one(sent);
  sent_.clear();
  ResultHandle end = next_result();
  if (end && PQresultStatus(end.get()) == PGRES_FATAL_ERROR && PQstatus(connection_.get()) == CONNECTION_OK) {
    // The commit that the server makes by itself at the synchronisation point has failed.
    record_failure({Sent::Kind::kCommit, &kCommit}, end.get());
    end = next_result();
    if (!end) end = next_result();  // libpq closes the results of each message with a null
  }
  if (!end || PQresultStatus(end.get()) != PGRES_PIPELINE_SYNC) lose_connection(PQerrorMessage(connection_.get()));
}

void PqSession::receive_one(const Sent& sent) {
  while (true) {
    ResultHandle result = next_result();
    if (!result) return;
    if (PQstatus(connection_.get()) != CONNECTION_OK) {
      // The last words of a server that ends the session (57P01) tell more than the broken connection.
      if (!failure_ && !field(result.get(), PG_DIAG_SQLSTATE).empty()) record_failure(sent, result.get());
      lose_connection(PQresultErrorMessage(result.get()));
    }
    switch (PQresultStatus(result.get())) {
      case PGRES_TUPLES_OK:
      case PGRES_COMMAND_OK:
        accept(sent, std::move(result));
        break;
      case PGRES_PIPELINE_ABORTED:
        // It was skipped, so the server does not know the statement.
        if (sent.kind == Sent::Kind::kPrepare) prepared_.erase(sent.statement);
        break;
      default:
        record_failure(sent, result.get());
    }
  }
}

void PqSession::accept(const Sent& sent, ResultHandle result) {
  switch (sent.kind) {
    case Sent::Kind::kPrepare:
      break;
    case Sent::Kind::kBegin:
      is_in_transaction_ = true;
      break;
    case Sent::Kind::kStatement:
      results_.add(std::move(result));
      break;
    case Sent::Kind::kCommit:
      is_in_transaction_ = false;
      // A failed transaction answers COMMIT with success and "ROLLBACK".
      if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
        failure_ = std::make_unique<DatabaseError>(
            DatabaseError::Kind::kSql, "25P02", "COMMIT",
            fmt::format("{}: COMMIT was answered with {}, an earlier statement had failed.", address(connection_.get()),
                        PQcmdStatus(result.get())));
      }
      break;
    case Sent::Kind::kRollback:
      is_in_transaction_ = false;
      break;
  }
}

void PqSession::record_failure(const Sent& sent, const PGresult* result) {
  if (sent.kind == Sent::Kind::kPrepare) prepared_.erase(sent.statement);
  // A COMMIT that fails, for instance with 40001, has rolled back.
  if (sent.kind == Sent::Kind::kCommit) is_in_transaction_ = false;
  // Whatever comes before the COMMIT and fails keeps it from running.
  if (sent.kind != Sent::Kind::kCommit) has_sent_commit_ = false;
  // The first failure is the cause; what follows are its effects.
  if (failure_) return;
  const std::string detail(field(result, PG_DIAG_MESSAGE_DETAIL));
  failure_ = std::make_unique<DatabaseError>(
      DatabaseError::Kind::kSql, std::string(field(result, PG_DIAG_SQLSTATE)), sent.statement->name,
      one_line(fmt::format("{}: statement {}: {}{}{}", address(connection_.get()), sent.statement->name,
                           field(result, PG_DIAG_MESSAGE_PRIMARY), detail.empty() ? "" : ": ", detail)));
}

void PqSession::lose_connection(const std::string& what) {
  // After an accepted COMMIT nothing is in doubt, but then only the synchronisation is missing and the caller cannot
  // tell: it is reported as in doubt all the same.
  const bool is_in_doubt = std::exchange(has_sent_commit_, false);
  // First of all, so that nothing that throws below can leave half a pipeline behind.
  watch_.reset();
  const auto lost = std::move(connection_);
  sent_.clear();
  is_in_transaction_ = false;
  const auto kind = is_in_doubt ? DatabaseError::Kind::kInDoubt : DatabaseError::Kind::kConnection;
  const std::string state = failure_ ? failure_->sqlstate : "";
  const std::string name = failure_ ? failure_->statement : (is_in_doubt ? "COMMIT" : "");
  throw DatabaseError(kind, state, name,
                      one_line(fmt::format("{}: the connection was lost: {}", address(lost.get()), what)));
}

std::string PqSession::address(const PGconn* connection) const {
  if (connection == nullptr) return conninfo_;
  const auto known = [](const char* text) { return text == nullptr ? "" : text; };
  return fmt::format("{}:{}/{}", known(PQhost(connection)), known(PQport(connection)), known(PQdb(connection)));
}

}  // namespace quartet::db
