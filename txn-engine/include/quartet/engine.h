// C interface of the transaction engine, callable from JNI. No exception crosses it.
//
// Strings are UTF-8 and NUL-terminated. Memory reached through an out parameter belongs to the handle that produced it
// and stays valid until the next call on that handle. A session or inputs handle serves one thread at a time;
// everything else may be called from any thread.
#ifndef QUARTET_ENGINE_H
#define QUARTET_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QUARTET_API __attribute__((visibility("default")))

// Transaction types; the numbers are frozen (quartet.proto, io.quartet.model.TransactionType).
enum quartet_type {
  QUARTET_BROKER_VOLUME = 1,
  QUARTET_CUSTOMER_POSITION = 2,
  QUARTET_MARKET_FEED = 3,
  QUARTET_MARKET_WATCH = 4,
  QUARTET_SECURITY_DETAIL = 5,
  QUARTET_TRADE_LOOKUP = 6,
  QUARTET_TRADE_ORDER = 7,
  QUARTET_TRADE_RESULT = 8,
  QUARTET_TRADE_STATUS = 9,
  QUARTET_TRADE_UPDATE = 10,
  QUARTET_DATA_MAINTENANCE = 11,
  QUARTET_TRADE_CLEANUP = 12
};

// Target databases. Data-Maintenance and Trade-Cleanup name theirs, all others pass QUARTET_BY_TYPE.
enum quartet_database { QUARTET_BY_TYPE = 0, QUARTET_DSS = 2, QUARTET_OLTP = 3 };

// Outcome of a transaction. The numbers are frozen (quartet.proto, io.quartet.model.Outcome).
enum quartet_outcome {
  QUARTET_COMMITTED = 0,
  QUARTET_ROLLED_BACK_ON_PURPOSE = 1,
  QUARTET_SERIALIZATION = 2,  // 40001 in every attempt
  QUARTET_DEADLOCK = 3,       // 40P01 in every attempt
  QUARTET_TIMEOUT = 4,        // 57014
  QUARTET_CONNECTION = 5,     // lost, refused or silent for too long before the commit was sent
  QUARTET_IN_DOUBT = 6,       // the same after the commit was sent
  QUARTET_SQL_ERROR = 7,      // any other SQLSTATE
  QUARTET_ENGINE_ERROR = 8,   // malformed input or a defect
  QUARTET_WRONG_ANSWER = 9    // negative status
};

// Trade types as numbers: the order of docs/spec/population.md, "Status and trade types".
enum quartet_trade_type { QUARTET_TMB = 0, QUARTET_TMS = 1, QUARTET_TSL = 2, QUARTET_TLS = 3, QUARTET_TLB = 4 };

enum quartet_action { QUARTET_PROCESS_NOW = 0, QUARTET_SET_LIMIT_TRIGGER = 1 };

// An accepted order on its way to the market.
typedef struct quartet_order {
  uint64_t trade_id;
  uint32_t security;  // 0-based index
  uint32_t quantity;  // shares
  uint32_t price_cents;
  uint8_t trade_type;  // quartet_trade_type
  uint8_t action;      // quartet_action
} quartet_order;

// An attempt that was thrown away.
typedef struct quartet_retry {
  const char* sqlstate;
  const char* statement;  // name as in docs/spec/transactions.md, "Statements"
} quartet_retry;

typedef struct quartet_reply {
  int32_t outcome;       // quartet_outcome
  int32_t status;        // 0 right, positive warning, negative wrong answer
  uint32_t round_trips;  // of all attempts
  uint64_t service_micros;
  uint8_t already_applied;  // Trade-Result only: the trade was completed before
  const quartet_retry* retries;
  size_t retry_count;
  const quartet_order* orders;
  size_t order_count;
  const uint8_t* output;  // opaque; doc/wire.md
  size_t output_length;
  const char* sqlstate;   // of the failure, "" otherwise
  const char* statement;  // failing statement, "" otherwise
  const char* message;    // one line, no secret, "" otherwise
} quartet_reply;

// Load parameters of a database. They determine every id, name and price (loader/include/quartet/market_model.h).
typedef struct quartet_model {
  int64_t load_units;         // loaded, 1..10000
  int64_t active_load_units;  // used by the run, 1..load_units
  int64_t trade_days;         // 1..1000
  int64_t news_length;        // characters, 1000..100000
  uint64_t seed;
} quartet_model;

// Access path of transactions to their database.
enum quartet_access { QUARTET_LIBPQ = 0, QUARTET_ODBC = 1 };

// Batched: a frame's independent statements travel together, arrays in place of loops. Plain: one statement at a time,
// as in the reference.
enum quartet_statements { QUARTET_BATCHED = 0, QUARTET_PLAIN = 1 };

// Options of an engine. All zero: libpq, batched, Trade-Result at SERIALIZABLE, a minute's patience.
typedef struct quartet_options {
  int32_t access;           // quartet_access
  int32_t statements;       // quartet_statements
  int32_t repeatable_read;  // not 0: Trade-Result runs at REPEATABLE READ
  int32_t longest_wait;     // milliseconds until a server that does not answer is given up; 0: 60,000. Not with ODBC
} quartet_options;

typedef struct quartet_engine quartet_engine;
typedef struct quartet_session quartet_session;
typedef struct quartet_inputs quartet_inputs;

// The functions below return 0, or non-zero with a three-part message in `error` (at most `error_size` bytes with the
// NUL).

QUARTET_API const char* quartet_version(void);

// Settings that every session makes on its connections, as in libpq's `options`: "-c jit=off ...".
QUARTET_API const char* quartet_session_settings(void);

// `dss` and `oltp` are connection strings without a password: keyword=value pairs of libpq for both access paths.
// With QUARTET_ODBC they may be `DSN=NAME`, followed by `;key=value` pairs of the driver manager (doc/odbc.md).
// `options` NULL is all zero. Connects nothing. QUARTET_ODBC fails here when the machine has no PostgreSQL driver.
QUARTET_API int quartet_engine_open(const char* dss, const char* oltp, const quartet_model* model,
                                    const quartet_options* options, quartet_engine** engine, char* error,
                                    size_t error_size);
QUARTET_API void quartet_engine_close(quartet_engine* engine);

QUARTET_API int quartet_session_open(quartet_engine* engine, quartet_session** session, char* error, size_t error_size);
QUARTET_API void quartet_session_close(quartet_session* session);

// Runs one transaction to its outcome: retries of 40001 and 40P01 (and of 23505 in Trade-Result) included, at most 10
// attempts. Never fails by itself: what goes wrong is an outcome in `reply`.
QUARTET_API void quartet_execute(quartet_session* session, int type, int database, const uint8_t* input,
                                 size_t input_length, quartet_reply* reply);

// `reply->orders` are the orders of VM3 with a run-time trade id that are submitted or pending.
QUARTET_API void quartet_resync(quartet_session* session, quartet_reply* reply);

// Connects to one database, QUARTET_DSS or QUARTET_OLTP, unless that has happened, and asks for its version.
// `reply->output` is the server's version as text, without a NUL.
QUARTET_API void quartet_probe(quartet_session* session, int database, quartet_reply* reply);

// Key of the queue in which the request has to wait before it takes a session, or -1.
QUARTET_API int64_t quartet_ordering_key(const quartet_engine* engine, int type, const uint8_t* input,
                                         size_t input_length);

// Input generation.
QUARTET_API int quartet_inputs_open(const quartet_model* model, uint64_t seed, quartet_inputs** inputs, char* error,
                                    size_t error_size);
QUARTET_API void quartet_inputs_close(quartet_inputs* inputs);
QUARTET_API int quartet_inputs_next(quartet_inputs* inputs, int type, const uint8_t** input, size_t* length);
QUARTET_API int quartet_inputs_data_maintenance(quartet_inputs* inputs, int table, const uint8_t** input,
                                                size_t* length);
QUARTET_API int quartet_inputs_trade_result(quartet_inputs* inputs, uint64_t trade_id, uint32_t price_cents,
                                            const uint8_t** input, size_t* length);
// 1 to 20 entries of known securities, in ticker order.
QUARTET_API int quartet_inputs_market_feed(quartet_inputs* inputs, const uint32_t* securities,
                                           const uint32_t* price_cents, const uint32_t* quantities, size_t count,
                                           const uint8_t** input, size_t* length);
QUARTET_API uint32_t quartet_inputs_security_count(const quartet_inputs* inputs);

// The price curve.
QUARTET_API uint32_t quartet_price_cents(uint32_t security, int64_t market_millis);
QUARTET_API int64_t quartet_millis_until_triggered(uint32_t security, int64_t market_millis, int trade_type,
                                                   uint32_t limit_cents);

#ifdef __cplusplus
}
#endif

#endif  // QUARTET_ENGINE_H
