// Steps after the rows: indexes, vacuum, foreign keys.
#ifndef QUARTET_LOAD_FINISH_H
#define QUARTET_LOAD_FINISH_H

#include <thread>
#include <vector>

#include "load/bounded_queue.h"
#include "load/load_context.h"

namespace quartet::load {

// Builds indexes while other tables are still being filled, on as many sessions as the load has threads. Rewrites
// tables whose rows are not yet stored as the profile requires. Skips steps that the journal has, here and below.
class IndexBuilder {
 public:
  explicit IndexBuilder(const LoadContext& context);
  IndexBuilder(const IndexBuilder&) = delete;
  IndexBuilder& operator=(const IndexBuilder&) = delete;
  ~IndexBuilder() { wait(); }

  // The rows of a table are in place. May be called from any thread.
  void submit(Table table);
  // Waits until all submitted tables have their indexes or a failure was recorded; no table may be submitted
  // afterwards.
  void wait();

 private:
  void run();
  void build_indexes(Table table) const;
  void build_index(Connection& session, Table table, const ProfileStatement& index) const;

  const LoadContext& context_;
  BoundedQueue<Table> tables_{kTableCount};
  std::vector<std::jthread> threads_;
};

// Freezes rows that are not, marks pages all-visible and collects statistics, tables side by side. To be called when
// no transaction of the load is open any more: one that is older than a row keeps its page from being marked. Those of
// other sessions are waited for, at most a minute. Throws what fails first.
void vacuum_tables(const LoadContext& context);

// Adds all foreign keys, then validates them, tables side by side. Throws what fails first.
void build_foreign_keys(const LoadContext& context, Connection& connection);

}  // namespace quartet::load

#endif  // QUARTET_LOAD_FINISH_H
