package io.quartet.tiera.wire;

import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Tls;
import io.quartet.tiera.internal.Connector;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The threads that read and write sockets, shared by all connections of one process. Netty's own
 * default is two per core, which is a lot for several processes on one machine.
 *
 * <p>Callbacks run on these threads, so nothing in a callback may block.
 */
public final class NetworkThreads implements AutoCloseable {

  /**
   * Bytes on their way in one direction. A fixed number, because gRPC's own search for a good one
   * sends a ping with every few messages.
   */
  private static final int WINDOW_BYTES = 4 << 20;

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

  static {
    // Netty's own search for leaked buffers takes a stack trace of every hundredth one.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
  }

  private final EventLoopGroup group;
  private final boolean isEpoll = Epoll.isAvailable();
  private final Optional<Tls> tls;

  /**
   * @param name begins the names of the threads
   * @param count threads, at least 1
   * @param tls certificates of this process, for connections that leave the machine; those on
   *     loopback addresses are in clear
   */
  public NetworkThreads(String name, int count, Optional<Tls> tls) {
    this.tls = tls;
    DefaultThreadFactory factory = new DefaultThreadFactory(name, true);
    group =
        new MultiThreadIoEventLoopGroup(
            count, factory, isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
  }

  /**
   * A channel for calls of gRPC on these threads, callbacks included.
   *
   * @throws QuartetException TLS_MISSING, TLS_FILES
   */
  public NettyChannelBuilder channel(InetSocketAddress address) {
    NettyChannelBuilder channel = NettyChannelBuilder.forAddress(address);
    if (isLoopback(address)) {
      channel.usePlaintext();
    } else {
      channel.sslContext(TlsContexts.ofCaller(tlsFor(address)));
    }
    return channel
        .eventLoopGroup(group)
        .channelType(isEpoll ? EpollSocketChannel.class : NioSocketChannel.class)
        .flowControlWindow(WINDOW_BYTES)
        .directExecutor();
  }

  /**
   * The way to an address, on these threads: through TLS unless it is a loopback address.
   *
   * @throws QuartetException TLS_MISSING, TLS_FILES
   */
  public Connector connector(InetSocketAddress address) {
    Optional<SslContext> context =
        isLoopback(address) ? Optional.empty() : Optional.of(TlsContexts.ofClient(tlsFor(address)));
    return new Connector(
        new Bootstrap()
            .group(group)
            .channel(isEpoll ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(LONGEST_CONNECT.toMillis())),
        address,
        context);
  }

  /**
   * A gRPC server on these threads, callbacks included. Off loopback clients have to show a
   * certificate.
   *
   * @throws QuartetException TLS_MISSING, TLS_FILES
   */
  public NettyServerBuilder server(InetSocketAddress address) {
    NettyServerBuilder server = NettyServerBuilder.forAddress(address);
    if (!isLoopback(address)) {
      server.sslContext(TlsContexts.ofServer(tlsFor(address)));
    }
    return server
        .bossEventLoopGroup(group)
        .workerEventLoopGroup(group)
        .channelType(isEpoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
        .flowControlWindow(WINDOW_BYTES)
        .directExecutor();
  }

  private static boolean isLoopback(InetSocketAddress address) {
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  private Tls tlsFor(InetSocketAddress address) {
    return tls.orElseThrow(
        () ->
            QuartetException.badInput(
                "TLS_MISSING",
                ("%s:%s is not a loopback address, and there are no certificates to protect the"
                        + " connection. Give them in driver.tls of the benchmark file. For quartet tier-a and"
                        + " quartet worker, use --tls-authority, --tls-certificate and --tls-key.")
                    .formatted(address.getHostString(), address.getPort())));
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
