package io.quartet.tiera.client;

import io.quartet.model.VmSet;

/** Hears of losses and recoveries of one connection, on a network thread; must not block. */
public interface ConnectionListener {

  /** The connection is gone; requests in flight are answered as failures next. */
  void onLost(VmSet set, String reason);

  /** The connection is back and takes requests. */
  default void onRestored(VmSet set) {}
}
