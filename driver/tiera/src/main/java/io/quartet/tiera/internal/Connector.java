package io.quartet.tiera.internal;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLParameters;

/** Connects to one address, as often as it is asked. Thread-safe. */
public final class Connector {

  private final Bootstrap bootstrap;
  private final InetSocketAddress address;
  private final Optional<SslContext> context;

  /** Connects with the bootstrap; in clear where there is no context. */
  public Connector(Bootstrap bootstrap, InetSocketAddress address, Optional<SslContext> context) {
    this.bootstrap = bootstrap;
    this.address = address;
    this.context = context;
  }

  /**
   * Begins a connection.
   *
   * @param handlers what the bytes go through, after TLS where there is one
   */
  public ChannelFuture connect(Supplier<ChannelHandler[]> handlers) {
    return bootstrap
        .clone()
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                context.ifPresent(tls -> channel.pipeline().addLast(handler(tls, channel)));
                channel.pipeline().addLast(handlers.get());
              }
            })
        .connect(address);
  }

  private SslHandler handler(SslContext tls, Channel channel) {
    SslHandler handler =
        tls.newHandler(channel.alloc(), address.getHostString(), address.getPort());
    // The name in the certificate has to be the one that was asked for.
    SSLParameters parameters = handler.engine().getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    handler.engine().setSSLParameters(parameters);
    return handler;
  }
}
