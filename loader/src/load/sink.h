// Destination of rows in one of the COPY forms. A sink knows nothing of tables.
#ifndef QUARTET_LOAD_SINK_H
#define QUARTET_LOAD_SINK_H

#include <cstdint>
#include <string>

namespace quartet::load {

// Some whole rows.
struct RowChunk {
  std::string bytes;
  uint64_t rows;
};

// Used by one producer thread.
class Sink {
 public:
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  virtual ~Sink() = default;

  // May wait for room; throws Cancelled when the load failed elsewhere.
  virtual void write(RowChunk chunk) = 0;

  // No more rows will come. Returns at once; what remains to be done goes on in the background until destruction.
  virtual void close() = 0;
};

// Takes everything and keeps nothing: measures the generator.
class NullSink : public Sink {
 public:
  void write(RowChunk) override {}
  void close() override {}
};

}  // namespace quartet::load

#endif  // QUARTET_LOAD_SINK_H
