package io.quartet.tiera.engine;

import io.quartet.model.TransactionType;

/** A session of the native engine. Serves one thread at a time. */
public final class EngineSession implements TransactionSession {

  private final long handle;
  private boolean isClosed;

  EngineSession(long handle) {
    this.handle = handle;
  }

  @Override
  public EngineReply execute(TransactionType type, Target target, byte[] input) {
    checkOpen();
    return ReplyFrame.decode(NativeEngine.execute(handle, type.code(), target.code(), input));
  }

  @Override
  public EngineReply resync() {
    checkOpen();
    return ReplyFrame.decode(NativeEngine.resync(handle));
  }

  /** Connects to a database and asks for its version, which is the output of the reply as text. */
  public EngineReply probe(Target database) {
    checkOpen();
    return ReplyFrame.decode(NativeEngine.probe(handle, database.code()));
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      NativeEngine.closeSession(handle);
    }
  }

  private void checkOpen() {
    if (isClosed) {
      throw new IllegalStateException("the session is closed");
    }
  }
}
