// NEWS_ITEM and NEWS_XREF: two items per company, of exactly the configured length.
#include <string_view>
#include <vector>

#include "generate/dates.h"
#include "generate/generators.h"
#include "market/purpose.h"
#include "market/words.h"

namespace quartet {
namespace {

constexpr int64_t kItemsPerUnit = 2 * kCompaniesPerUnit;

}  // namespace

void generate_news_item(const MarketModel& model, int64_t unit, RowSink sink) {
  const auto length = static_cast<size_t>(model.parameters().news_length);
  // fill() copies 15 bytes for each word, so the last one may run over the end.
  std::vector<char> text(length + 16);
  for (int64_t item = unit * kItemsPerUnit; item < (unit + 1) * kItemsPerUnit; ++item) {
    Stream random(model.parameters().seed, purpose::kNewsItem, static_cast<uint64_t>(item));
    const int64_t days_ago = random.uniform(0, 50);
    const int64_t millis_ago = random.uniform(0, 86'400'000);
    const auto& source = last_names().draw(random);
    const auto& author = last_names().draw(random);
    news_words().fill(random, text.data(), length);
    const std::string_view whole(text.data(), length);
    RowWriter& out = sink.row(7);
    out.int8(item + 1);
    out.text(whole.substr(0, 80));
    out.text(whole.substr(0, 255));
    out.text(whole);
    out.timestamp(next_opening(model.parameters().trade_days) - days_ago * kMicrosPerDay - millis_ago * 1000);
    out.text(source);
    out.text(author);
  }
}

void generate_news_xref(const MarketModel& /*model*/, int64_t unit, RowSink sink) {
  for (int64_t item = unit * kItemsPerUnit; item < (unit + 1) * kItemsPerUnit; ++item) {
    RowWriter& out = sink.row(2);
    out.int8(item + 1);
    out.int8(kIdBase + 1 + item / 2);
  }
}

}  // namespace quartet
