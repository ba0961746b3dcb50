package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.plan.Market;

/** {@code market}. */
public final class MarketCodec {

  private MarketCodec() {}

  public static Market read(Section market) {
    return new Market(market.integer("flush"), market.positive("flushAfter"));
  }

  public static ObjectNode write(Market market) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("flush", market.flush())
        .put("flushAfter", Units.text(market.flushAfter()));
  }
}
