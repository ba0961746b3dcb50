package io.quartet.testkit;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers on loopback addresses. Each fork of the test runner has its own range, below
 * the ports that the kernel gives to clients. It hands out every port once before it starts again.
 * Thread-safe.
 */
public final class FreePorts {

  private static final int FIRST = 16_000;
  private static final int PORTS_OF_A_FORK = 1_000;
  private static final int FORKS = 12;

  private static int last = ThreadLocalRandom.current().nextInt(PORTS_OF_A_FORK);

  private FreePorts() {}

  /**
   * A port on which nothing listens, at any address.
   *
   * @throws IllegalStateException if there is none
   */
  public static synchronized int next() {
    int first = FIRST + Integer.getInteger("quartet.test.fork", 0) % FORKS * PORTS_OF_A_FORK;
    for (int tries = 0; tries < PORTS_OF_A_FORK; tries++) {
      last = (last + 1) % PORTS_OF_A_FORK;
      try (ServerSocket socket = new ServerSocket(first + last)) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Something listens there: the next one may be free.
        continue;
      }
    }
    throw new IllegalStateException("no free port from " + first + " on");
  }
}
