package io.quartet.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A network cable to a TCP server that can be pulled and put back: while it is out nothing gets
 * through in either direction, and neither side is told. Thread-safe.
 */
public final class Cable implements AutoCloseable {

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final List<Socket> sockets = new ArrayList<>();
  private boolean isPulled;
  private boolean isClosed;

  /** Lays a cable from a port of the loopback interface, see {@link #port}, to a server. */
  public Cable(String host, int port) throws IOException {
    server = new InetSocketAddress(host, port);
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("cable-listener", this::accept);
  }

  /** Address of this end. */
  public String host() {
    return listener.getInetAddress().getHostAddress();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** From now on nothing gets through. */
  public synchronized void pull() {
    isPulled = true;
  }

  /** Everything that waited gets through, as with TCP's own retransmissions. */
  public synchronized void putBack() {
    isPulled = false;
    notifyAll();
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException e) {
                // One side has hung up, or the cable is gone: the connection ends with its thread.
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket near = listener.accept();
      start("cable-connection", () -> connect(near));
    }
  }

  private void connect(Socket near) throws IOException, InterruptedException {
    keep(near);
    awaitPlugged();
    Socket far = new Socket();
    near.setTcpNoDelay(true);
    far.setTcpNoDelay(true);
    keep(far);
    try {
      far.connect(server);
    } catch (IOException e) {
      near.close();
      throw e;
    }
    start("cable-to-server", () -> relay(near, far));
    relay(far, near);
  }

  private synchronized void keep(Socket socket) throws IOException {
    if (isClosed) {
      socket.close();
      throw new IOException("the cable is gone");
    }
    sockets.add(socket);
  }

  private void relay(Socket from, Socket to) throws IOException, InterruptedException {
    byte[] buffer = new byte[1 << 16];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
        awaitPlugged();
        out.write(buffer, 0, count);
      }
      awaitPlugged();
    }
  }

  private synchronized void awaitPlugged() throws InterruptedException {
    while (isPulled) {
      wait();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    putBack();
  }
}
