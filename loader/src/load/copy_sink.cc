// The stream a sink sends (all integers big-endian):
//   stream := "PGCOPY\n\377\r\n\0" int32(0) int32(0) row* int16(-1)      row: see quartet/row_writer.h
#include "load/copy_sink.h"

#include <fmt/format.h>

#include <string_view>

namespace quartet::load {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kHeader = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0"sv;
constexpr std::string_view kTrailer = "\377\377"sv;

// Holds one of the builder slots while it lives.
class BuilderSlot {
 public:
  explicit BuilderSlot(std::counting_semaphore<>& builders) : builders_(builders) { builders_.acquire(); }
  BuilderSlot(const BuilderSlot&) = delete;
  BuilderSlot& operator=(const BuilderSlot&) = delete;
  ~BuilderSlot() { builders_.release(); }

 private:
  std::counting_semaphore<>& builders_;
};

}  // namespace

CopySink::CopySink(CopyScript script, const CopyContext& context)
    : script_(std::move(script)), context_(context), thread_([this] { run(); }) {}

void CopySink::write(std::string rows) {
  if (!queue_.push(std::move(rows), context_.failure.stop_token())) throw Cancelled();
}

void CopySink::run() {
  try {
    SessionPool::Lease session = context_.sessions.acquire(context_.failure.stop_token());
    copy_rows(*session);
    const BuilderSlot slot(context_.builders);
    context_.failure.check();
    finish(*session);
    session.give_back();
  } catch (...) {
    context_.failure.record();
  }
}

void CopySink::copy_rows(Connection& connection) {
  const std::string creating = fmt::format("creating {}", script_.name);
  connection.execute("BEGIN", creating);
  for (const std::string& statement : script_.before) connection.execute(statement, creating);

  const std::string copying = fmt::format("copying rows into {}", script_.name);
  connection.begin_copy(script_.copy, copying);
  connection.put_copy(kHeader, copying);
  while (const auto rows = queue_.pop(context_.failure.stop_token())) connection.put_copy(*rows, copying);
  context_.failure.check();
  connection.put_copy(kTrailer, copying);
  connection.end_copy(copying);
  script_.on_copied();
}

void CopySink::finish(Connection& connection) {
  const std::string indexing = fmt::format("building the keys of {}", script_.name);
  for (const std::string& statement : script_.after) connection.execute(statement, indexing);
  connection.execute("COMMIT", indexing);
  script_.on_committed();
  const std::string finishing = fmt::format("vacuuming {}", script_.name);
  for (const std::string& statement : script_.afterwards) connection.execute(statement, finishing);
  script_.on_finished();
}

}  // namespace quartet::load
