// A transaction's view of a database: typed statements, batches that travel together, typed results.
//
// A transaction is written once against this interface. The libpq session sends a batch as one pipeline and waits once;
// an ODBC session sends it statement after statement. Errors of the database are exceptions inside the engine
// (DatabaseError), caught by the retry loop in engine.cc; none of them crosses the C interface.
#ifndef QUARTET_DB_SESSION_H
#define QUARTET_DB_SESSION_H

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace quartet::db {

// Types of parameters. Each has one C++ type and one binary form.
enum class Type : uint8_t {
  kInt2,            // int16_t
  kInt4,            // int32_t
  kInt8,            // int64_t
  kBool,            // bool
  kText,            // std::string_view
  kMoney,           // numeric; int64_t cents
  kTimestamp,       // int64_t microseconds since 2000-01-01, no time zone
  kDate,            // int32_t days since 2000-01-01
  kInt4Array,       // std::span<const int32_t>
  kInt8Array,       // std::span<const int64_t>
  kTextArray,       // std::span<const std::string>
  kMoneyArray,      // numeric[]; std::span<const int64_t> cents
  kTimestampArray,  // std::span<const int64_t>
};

// SQL's name of the type: "integer[]".
[[nodiscard]] const char* type_name(Type type);

class Result;
struct PlainCall;

// The work of a statement in the reference's way: one statement at a time, joins and arrays taken apart. Gives the same
// rows. Throws DatabaseError.
using PlainForm = std::unique_ptr<Result> (*)(const PlainCall& call);

// A statement of the engine. Objects have static storage duration: their address identifies them, and each connection
// prepares each of them at most once.
struct Statement {
  const char* name;  // as in docs/spec/transactions.md, "Statements": "TR14"; goes into retry counts and errors
  const char* sql;   // parameters as $1, $2, ...
  std::vector<Type> parameters;
  PlainForm plain = nullptr;  // none: the statement is plain already
};

// Isolation level of a database transaction.
enum class Isolation : uint8_t { kReadCommitted, kRepeatableRead, kSerializable };

// Rows of one statement. Valid until the next run() of the session.
// Columns are read by position, from 0; reading a NULL or the wrong type throws std::logic_error.
class Result {
 public:
  virtual ~Result() = default;
  [[nodiscard]] virtual int rows() const = 0;
  [[nodiscard]] virtual int64_t affected() const = 0;  // rows inserted, updated or deleted
  [[nodiscard]] virtual bool is_null(int row, int column) const = 0;
  [[nodiscard]] virtual int64_t integer(int row, int column) const = 0;  // int2, int4, int8
  [[nodiscard]] virtual bool boolean(int row, int column) const = 0;
  [[nodiscard]] virtual std::string_view text(int row, int column) const = 0;
  [[nodiscard]] virtual int64_t cents(int row, int column) const = 0;  // numeric, rounded half away from zero
  [[nodiscard]] virtual int64_t scaled(int row, int column, int digits) const = 0;  // numeric x 10^digits
  [[nodiscard]] virtual int64_t timestamp(int row, int column) const = 0;           // microseconds since 2000-01-01
  [[nodiscard]] virtual int32_t date(int row, int column) const = 0;                // days since 2000-01-01
};

// Parameters of one execution, in order. Copies what it is given.
class Parameters {
 public:
  Parameters& int2(int16_t value);
  Parameters& int4(int32_t value);
  Parameters& int8(int64_t value);
  Parameters& boolean(bool value);
  Parameters& text(std::string_view value);
  Parameters& money(int64_t cents);
  Parameters& timestamp(int64_t micros);
  Parameters& date(int32_t days);
  Parameters& int4_array(std::span<const int32_t> values);
  Parameters& int8_array(std::span<const int64_t> values);
  Parameters& text_array(std::span<const std::string> values);
  Parameters& money_array(std::span<const int64_t> cents);
  Parameters& timestamp_array(std::span<const int64_t> micros);
  Parameters& null();

  // The value of a position, from 0, as it was given. Reading a NULL or another type throws std::logic_error.
  [[nodiscard]] bool is_null(size_t index) const { return values_.at(index).is_null; }
  [[nodiscard]] int64_t get_integer(size_t index) const;  // int2, int4, int8, timestamp, date
  [[nodiscard]] bool get_boolean(size_t index) const;
  [[nodiscard]] std::string_view get_text(size_t index) const;
  [[nodiscard]] int64_t get_cents(size_t index) const;
  [[nodiscard]] std::vector<int64_t> get_integer_array(size_t index) const;  // of int4, int8 or timestamp
  [[nodiscard]] std::vector<std::string> get_text_array(size_t index) const;
  [[nodiscard]] std::vector<int64_t> get_cents_array(size_t index) const;

  struct Value {
    bool is_null;
    Type type;  // as given; of a NULL without meaning, because it has any
    size_t offset;
    size_t length;
  };
  [[nodiscard]] const std::vector<Value>& values() const { return values_; }
  [[nodiscard]] const char* data() const { return bytes_.data(); }

 private:
  std::vector<Value> values_;
  std::string bytes_;  // PostgreSQL binary form
};

// Statements that travel together. Order of execution is order of adding.
class Batch {
 public:
  // BEGIN at the level; must come first.
  Batch& begin(Isolation isolation);
  // Adds a statement and returns the index of its result.
  size_t add(const Statement& statement, Parameters parameters = {});
  // COMMIT; must come last. When an earlier statement fails the commit is not executed.
  Batch& commit();
  // ROLLBACK; must come last. For a transaction that is thrown away on purpose: errors are rolled back by the session.
  Batch& rollback();

  struct Entry {
    enum class Kind : uint8_t { kBegin, kStatement, kCommit, kRollback } kind;
    Isolation isolation;
    const Statement* statement;
    Parameters parameters;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] bool ends_with_commit() const;

  // Throws std::logic_error for a batch without entries, and for a statement with another number or other types of
  // parameters than it takes. Sessions call it before they send anything: half a batch must not be executed.
  void check() const;

  // Lets the server take longer than the session's longest wait.
  Batch& allow(std::chrono::milliseconds wait);
  [[nodiscard]] std::chrono::milliseconds allowed() const { return allowed_; }

 private:
  [[nodiscard]] bool has_ended() const;
  void end(Entry::Kind kind);

  std::vector<Entry> entries_;
  size_t results_ = 0;
  std::chrono::milliseconds allowed_{0};
};

// Results of one batch, in order of Batch::add.
class Results {
 public:
  virtual ~Results() = default;
  [[nodiscard]] virtual const Result& operator[](size_t index) const = 0;
};

// A failed statement or a lost connection.
class DatabaseError : public std::runtime_error {
 public:
  enum class Kind : uint8_t { kSql, kConnection, kInDoubt };
  DatabaseError(Kind error_kind, std::string state, std::string statement_name, const std::string& message)
      : std::runtime_error(message),
        kind(error_kind),
        sqlstate(std::move(state)),
        statement(std::move(statement_name)) {}
  Kind kind;
  std::string sqlstate;   // "" without one
  std::string statement;  // name of the failing statement, "BEGIN", "COMMIT" or ""
};

// Time limit for the answer to one batch. It is longer than any correct answer takes (Data-Maintenance: 55 s).
inline constexpr std::chrono::milliseconds kLongestWait{60'000};

// One database connection. Not thread-safe.
class Session {
 public:
  virtual ~Session() = default;

  // Sends the batch and waits once. Throws DatabaseError; after a kSql error the transaction may still be open and must
  // be rolled back; after kConnection or kInDoubt the session reconnects by itself at the next run.
  virtual const Results& run(const Batch& batch) = 0;

  // The result of a statement of the last run(), by its index in the batch, as an object that outlives the next run().
  // It can be taken once; the Results of that run no longer hold it.
  [[nodiscard]] virtual std::unique_ptr<Result> take_result(size_t index) = 0;

  // Ends an open transaction without effect; a no-op when none is open. Throws DatabaseError kConnection only.
  virtual void rollback() = 0;

  // Round trips since the last call of this function.
  virtual uint32_t take_round_trips() = 0;
};

// The view of a session that a plain form uses.
struct PlainCall {
  Session& session;                                  // each of its statements is a batch of its own
  const Parameters& parameters;                      // of the statement that it stands for
  std::span<const std::unique_ptr<Result>> earlier;  // of the statements before that one in its batch, in order
};

}  // namespace quartet::db

#endif  // QUARTET_DB_SESSION_H
