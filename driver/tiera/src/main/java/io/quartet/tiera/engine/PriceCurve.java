package io.quartet.tiera.engine;

/** The price of every security over market time. Safe for use by several threads. */
public interface PriceCurve {

  /** The curve of the native market model, the one loaded prices follow. */
  static PriceCurve nativeCurve() {
    NativeLibrary.require();
    return NativeCurve.INSTANCE;
  }

  /** Price in cents, 2000 to 3000, at a market time in milliseconds. */
  int priceCents(int security, long marketMillis);

  /**
   * Milliseconds until the price satisfies a limit order; 0 if it does now.
   *
   * @param tradeType 2 TSL, 3 TLS, 4 TLB
   */
  long millisUntilTriggered(int security, long marketMillis, int tradeType, int limitCents);
}
