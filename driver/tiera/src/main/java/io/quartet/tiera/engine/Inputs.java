package io.quartet.tiera.engine;

import io.quartet.model.TransactionType;

/** Inputs made by the native generator. Serves one thread at a time. */
public final class Inputs implements InputSource {

  private final long handle;
  private boolean isClosed;

  /**
   * @param seed seed of this stream; equal seeds give equal inputs
   * @throws io.quartet.model.QuartetException ENGINE_LIBRARY_MISSING, ENGINE_LIBRARY_UNUSABLE
   * @throws NativeEngineException when the generator refuses the parameters
   */
  public Inputs(ModelParameters model, long seed) {
    NativeLibrary.require();
    handle = NativeEngine.openInputs(model.toArray(), seed);
  }

  @Override
  public byte[] next(TransactionType type) {
    return NativeEngine.nextInput(open(), type.code());
  }

  @Override
  public byte[] dataMaintenance(int table) {
    return NativeEngine.dataMaintenanceInput(open(), table);
  }

  @Override
  public byte[] tradeResult(long tradeId, int priceCents) {
    return NativeEngine.tradeResultInput(open(), tradeId, priceCents);
  }

  @Override
  public byte[] marketFeed(int[] securities, int[] priceCents, int[] quantities) {
    return NativeEngine.marketFeedInput(open(), securities, priceCents, quantities);
  }

  @Override
  public byte[] tradeCleanup() {
    return NativeEngine.nextInput(open(), TransactionType.TRADE_CLEANUP.code());
  }

  @Override
  public int securityCount() {
    return NativeEngine.securityCount(open());
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      NativeEngine.closeInputs(handle);
    }
  }

  private long open() {
    if (isClosed) {
      throw new IllegalStateException("the inputs are closed");
    }
    return handle;
  }
}
