package io.quartet.emulator;

import io.quartet.tiera.engine.MarketOrder;

/** An order the exchange knows of until its Trade-Result has committed. */
final class OpenOrder {

  enum Stage {
    /** A limit order whose price has not been reached, or whose trigger is on its way. */
    AWAITS_LIMIT,
    /** On the trading floor. */
    IN_DELAY,
    /** Its Trade-Result is due, sent or tried again. */
    DUE
  }

  private final MarketOrder order;
  private Stage stage;

  OpenOrder(MarketOrder order, Stage stage) {
    this.order = order;
    this.stage = stage;
  }

  MarketOrder order() {
    return order;
  }

  Stage stage() {
    return stage;
  }

  void moveTo(Stage next) {
    stage = next;
  }
}
