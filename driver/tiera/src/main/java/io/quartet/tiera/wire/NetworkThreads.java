package io.quartet.tiera.wire;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.ResourceLeakDetector;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The threads that read and write sockets, shared by all connections of one process. gRPC's own
 * default is two per core for each process, which is a lot for five processes on one machine.
 *
 * <p>Callbacks run on these threads, so nothing in a callback may block.
 */
public final class NetworkThreads implements AutoCloseable {

  /**
   * Bytes on their way in one direction. A fixed number, because gRPC's own search for a good one
   * sends a ping with every few messages.
   */
  private static final int WINDOW_BYTES = 4 << 20;

  static {
    // Netty's own search for leaked buffers takes a stack trace of every hundredth one.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
  }

  private final EventLoopGroup group;
  private final boolean isEpoll = Epoll.isAvailable();

  /**
   * @param name begins the names of the threads
   * @param count threads, at least 1
   */
  public NetworkThreads(String name, int count) {
    DefaultThreadFactory factory = new DefaultThreadFactory(name, true);
    group =
        isEpoll ? new EpollEventLoopGroup(count, factory) : new NioEventLoopGroup(count, factory);
  }

  /** Threads for a driver: one for up to four cores, then one for every four. */
  public static NetworkThreads forDriver() {
    return new NetworkThreads(
        "driver-network", Math.max(1, Runtime.getRuntime().availableProcessors() / 4));
  }

  /** A client-side channel on these threads, callbacks included. */
  public NettyChannelBuilder channel(SocketAddress address) {
    return NettyChannelBuilder.forAddress(address)
        .eventLoopGroup(group)
        .channelType(isEpoll ? EpollSocketChannel.class : NioSocketChannel.class)
        .flowControlWindow(WINDOW_BYTES)
        .directExecutor();
  }

  /** A server on these threads, callbacks included. */
  public NettyServerBuilder server(SocketAddress address) {
    return NettyServerBuilder.forAddress(address)
        .bossEventLoopGroup(group)
        .workerEventLoopGroup(group)
        .channelType(isEpoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
        .flowControlWindow(WINDOW_BYTES)
        .directExecutor();
  }

  /** Runs a short task on one of the threads after a delay. */
  public Future<?> schedule(Duration delay, Runnable task) {
    return group.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Stops the threads; connections have to be closed before. */
  @Override
  public void close() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
