package io.quartet.tiera.engine;

/** The curve of the native market model. */
enum NativeCurve implements PriceCurve {
  INSTANCE;

  @Override
  public int priceCents(int security, long marketMillis) {
    return NativeEngine.priceCents(security, marketMillis);
  }

  @Override
  public long millisUntilTriggered(int security, long marketMillis, int tradeType, int limitCents) {
    return NativeEngine.millisUntilTriggered(security, marketMillis, tradeType, limitCents);
  }
}
