package io.quartet.tiera.fake;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.internal.Frames;
import io.quartet.tiera.protocol.DriverMessage;
import io.quartet.tiera.protocol.Heartbeat;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.Order;
import io.quartet.tiera.protocol.Refusal;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.Retry;
import io.quartet.tiera.protocol.TierAMessage;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import io.quartet.tiera.wire.Messages;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The protocol of Tier A on a free loopback port, with scripted outcomes and delays and no engine.
 * Thread-safe.
 */
public final class FakeTierA implements AutoCloseable {

  /** Decides what becomes of a request. */
  @FunctionalInterface
  public interface Script {
    /** Handles a request; runs on the network thread and must not block. */
    Answer answer(TransactionRequest request);
  }

  /**
   * The answer to a request.
   *
   * @param delay before the reply goes out
   * @param reply without correlation id; null never answers
   * @param raw bytes in place of a reply, as they are; empty for none
   */
  public record Answer(Duration delay, TransactionReply reply, byte[] raw) {
    /** A reply, or null for none. */
    public Answer(Duration delay, TransactionReply reply) {
      this(delay, reply, new byte[0]);
    }

    /** Bytes that need not be a message, at once. */
    public static Answer raw(byte[] bytes) {
      return new Answer(Duration.ZERO, null, bytes);
    }

    /** Commits at once. */
    public static Answer committed() {
      return new Answer(Duration.ZERO, TransactionReply.getDefaultInstance());
    }

    /** Leaves the request without an answer. */
    public static Answer none() {
      return new Answer(Duration.ZERO, null);
    }

    /** Everything of a reply, at once. */
    public static Answer of(EngineReply reply) {
      TransactionReply.Builder message =
          TransactionReply.newBuilder()
              .setOutcomeValue(reply.outcome().ordinal())
              .setStatus(reply.status())
              .setRoundTrips(reply.roundTrips())
              .setServiceMicros(reply.serviceMicros())
              .setAlreadyApplied(reply.isAlreadyApplied())
              .setOutput(ByteString.copyFrom(reply.output()))
              .setSqlstate(reply.sqlstate())
              .setStatement(reply.statement())
              .setMessage(ByteString.copyFromUtf8(reply.message()));
      for (EngineReply.Retry retry : reply.retries()) {
        message.addRetries(
            Retry.newBuilder().setSqlstate(retry.sqlstate()).setStatement(retry.statement()));
      }
      reply.orders().forEach(order -> message.addOrders(order(order)));
      return new Answer(Duration.ZERO, message.build());
    }
  }

  private static final int ORDERS_FOR_ONE_ROLLBACK = 101;
  private static final int SECURITIES = 685;

  /** A description for tests that do not check it. */
  public static final HelloReply GREETING =
      HelloReply.newBuilder()
          .setProtocolVersion(Messages.PROTOCOL_VERSION)
          .setEngineVersion("fake")
          .build();

  private final Script script;
  private final Function<HelloRequest, TierAMessage> greeting;
  private final EventLoopGroup network =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("fake-tier-a", true), NioIoHandler.newFactory());
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Queue<TransactionRequest> requests = new ConcurrentLinkedQueue<>();
  private final Channel server;
  private volatile ResyncReply resync = ResyncReply.getDefaultInstance();

  private FakeTierA(int port, Function<HelloRequest, TierAMessage> greeting, Script script) {
    this.script = script;
    this.greeting = greeting;
    this.server =
        new ServerBootstrap()
            .group(network)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    channel
                        .pipeline()
                        .addLast(Frames.decoder(Messages.MAX_MESSAGE_BYTES), new Service());
                  }
                })
            .bind(new InetSocketAddress("127.0.0.1", port))
            .syncUninterruptibly()
            .channel();
  }

  /** Listens on a free port. */
  public static FakeTierA start(Script script) {
    return startOn(0, script);
  }

  /** Listens on a given port, for instance the one a predecessor had. */
  public static FakeTierA startOn(int port, Script script) {
    return new FakeTierA(port, greeted(hello -> GREETING), script);
  }

  /** Says of itself what it is given, and commits everything at once. */
  public static FakeTierA greeting(Function<HelloRequest, HelloReply> greeting) {
    return new FakeTierA(0, greeted(greeting), request -> Answer.committed());
  }

  /** Refuses every driver. */
  public static FakeTierA refusing(Refusal.Reason reason, String message) {
    Refusal refusal = Refusal.newBuilder().setReason(reason).setMessage(message).build();
    return new FakeTierA(
        0,
        hello -> TierAMessage.newBuilder().setRefusal(refusal).build(),
        request -> Answer.none());
  }

  /** Answers at once. Every Trade-Order is a market order; of 101 one is rolled back on purpose. */
  public static FakeTierA instant() {
    AtomicLong orders = new AtomicLong();
    return start(
        request ->
            Answer.of(
                request.getTypeValue() == TransactionType.TRADE_ORDER.code()
                    ? tradeOrder(orders.incrementAndGet())
                    : EngineReply.committed(List.of())));
  }

  private static EngineReply tradeOrder(long number) {
    if (number % ORDERS_FOR_ONE_ROLLBACK == 0) {
      return EngineReply.rolledBack();
    }
    return EngineReply.committed(
        List.of(
            new MarketOrder(
                number,
                (int) (number % SECURITIES),
                100,
                2_500,
                0,
                MarketOrder.Action.PROCESS_NOW)));
  }

  private static Function<HelloRequest, TierAMessage> greeted(
      Function<HelloRequest, HelloReply> greeting) {
    return hello -> TierAMessage.newBuilder().setHello(greeting.apply(hello)).build();
  }

  private static Order order(MarketOrder order) {
    return Order.newBuilder()
        .setTradeId(order.tradeId())
        .setSecurity(order.security())
        .setQuantity(order.quantity())
        .setPriceCents(order.priceCents())
        .setTradeType(order.tradeType())
        .setActionValue(order.action().ordinal())
        .build();
  }

  /** Sets the answer to each later Resync. */
  public void setOpenOrders(MarketOrder... orders) {
    ResyncReply.Builder reply = ResyncReply.newBuilder();
    for (MarketOrder order : orders) {
      reply.addOrders(order(order));
    }
    setResync(reply.build());
  }

  /** Answers Resync with that from now on, whatever it holds. */
  public void setResync(ResyncReply reply) {
    resync = reply;
  }

  /** Port it listens on, on 127.0.0.1. */
  public int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** Requests so far, oldest first. */
  public Queue<TransactionRequest> requests() {
    return requests;
  }

  /** Breaks all connections at once, as a killed process would. */
  @Override
  public void close() {
    server.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
    connections.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
    network.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private final class Service extends SimpleChannelInboundHandler<ByteBuf> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws Exception {
      DriverMessage message =
          DriverMessage.parseFrom(CodedInputStream.newInstance(frame.nioBuffer()));
      switch (message.getKindCase()) {
        case HELLO -> send(context, greeting.apply(message.getHello()));
        case TRANSACTION -> execute(context, message.getTransaction());
        case RESYNC -> {
          ResyncReply.Builder reply =
              resync.toBuilder().setCorrelationId(message.getResync().getCorrelationId());
          send(context, TierAMessage.newBuilder().setResync(reply).build());
        }
        case HEARTBEAT ->
            send(
                context,
                TierAMessage.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()).build());
        case KIND_NOT_SET -> context.close();
      }
    }

    private void execute(ChannelHandlerContext context, TransactionRequest request) {
      requests.add(request);
      Answer answer = script.answer(request);
      if (answer.raw().length > 0) {
        context.writeAndFlush(Unpooled.wrappedBuffer(answer.raw()));
        return;
      }
      if (answer.reply() == null) {
        return;
      }
      TierAMessage reply =
          TierAMessage.newBuilder()
              .setTransaction(
                  answer.reply().toBuilder().setCorrelationId(request.getCorrelationId()))
              .build();
      if (answer.delay().isZero()) {
        send(context, reply);
      } else {
        var unused =
            context
                .executor()
                .schedule(
                    () -> send(context, reply), answer.delay().toNanos(), TimeUnit.NANOSECONDS);
      }
    }

    private void send(ChannelHandlerContext context, TierAMessage message) {
      context.writeAndFlush(Frames.encode(context.alloc(), message));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      // The test ends connections as it likes.
      context.close();
    }
  }
}
