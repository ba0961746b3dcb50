package io.quartet.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Market;

/** {@code market}. */
final class MarketCodec {

  private MarketCodec() {}

  static Market read(Section market) {
    return new Market(market.integer("flush"), market.positive("flushAfter"));
  }

  static ObjectNode write(Market market) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("flush", market.flush())
        .put("flushAfter", Units.text(market.flushAfter()));
  }
}
