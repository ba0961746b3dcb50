package io.quartet.tiera.client;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.quartet.tiera.internal.Connector;
import io.quartet.tiera.internal.Frames;
import io.quartet.tiera.protocol.DriverMessage;
import io.quartet.tiera.protocol.Heartbeat;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.Refusal;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.TierAMessage;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.RpcErrors;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One TCP connection to Tier A, from connecting to its end. Everything it hears goes to its
 * listener on a network thread. Source: txn-engine/doc/tier-a-wire.md.
 */
final class Link {

  /** Hears of what arrives. Calls come one after the other; none may block. */
  interface Listener {
    void onReply(Link link, TransactionReply reply);

    void onResync(Link link, ResyncReply reply);

    /** The last call. */
    void onEnd(Link link, String reason);
  }

  /** Why a link ended before Hello was answered. */
  static final class NotGreetedException extends Exception {

    private final Refusal.Reason refusal;

    NotGreetedException(Refusal.Reason refusal, String message) {
      super(message);
      this.refusal = refusal;
    }

    /** REASON_UNSPECIFIED where Tier A did not refuse, but could not be reached. */
    Refusal.Reason refusal() {
      return refusal;
    }
  }

  private static final long SILENCE_SECONDS = 10;
  private static final long LONGEST_ANSWER_SECONDS = 5;

  private final Listener listener;
  private final DriverMessage hello;
  private final Channel channel;

  // Guarded by this.
  private final Queue<CompletableFuture<HelloReply>> greetings = new ArrayDeque<>();
  private boolean isConnected;
  private NotGreetedException end;

  /**
   * Connects and says Hello.
   *
   * @param runToken the half of the token that the driver shows; empty for none
   */
  Link(Connector connector, String runToken, Listener listener) {
    this.listener = listener;
    this.hello =
        DriverMessage.newBuilder()
            .setHello(
                HelloRequest.newBuilder()
                    .setProtocolVersion(Messages.PROTOCOL_VERSION)
                    .setRunToken(runToken))
            .build();
    Events events = new Events();
    var connecting =
        connector.connect(
            () ->
                new ChannelHandler[] {
                  // Messages sent while replies are read leave with one system call.
                  new FlushConsolidationHandler(
                      FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true),
                  new IdleStateHandler(SILENCE_SECONDS, 0, 0, TimeUnit.SECONDS),
                  Frames.decoder(Messages.MAX_MESSAGE_BYTES),
                  events
                });
    this.channel = connecting.channel();
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            events.end(RpcErrors.describe(done.cause()));
          }
        });
  }

  /** Asks who is there; fails with {@link NotGreetedException}. */
  CompletableFuture<HelloReply> greet() {
    CompletableFuture<HelloReply> greeting = new CompletableFuture<>();
    synchronized (this) {
      if (end != null) {
        greeting.completeExceptionally(end);
        return greeting;
      }
      greetings.add(greeting);
      if (!isConnected) {
        return greeting; // sent once there is a connection
      }
    }
    send(hello);
    return greeting;
  }

  synchronized boolean hasEnded() {
    return end != null;
  }

  /** Sends a message; one that cannot leave is lost with the link. */
  void send(DriverMessage message) {
    channel.writeAndFlush(Frames.encode(channel.alloc(), message), channel.voidPromise());
  }

  /** Ends the connection; the listener hears of it. */
  void close() {
    var closing = channel.close();
    if (!channel.eventLoop().inEventLoop()) {
      closing.awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
  }

  private synchronized CompletableFuture<HelloReply> nextGreeting() {
    return greetings.poll();
  }

  private final class Events extends SimpleChannelInboundHandler<ByteBuf> {

    private long readNanos;
    private String reason = "Tier A ended the connection";
    private Refusal.Reason refusal = Refusal.Reason.REASON_UNSPECIFIED;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      int waiting;
      synchronized (Link.this) {
        isConnected = true;
        waiting = greetings.size();
      }
      for (int i = 0; i < waiting; i++) {
        send(hello);
      }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws IOException {
      readNanos = System.nanoTime();
      TierAMessage message = TierAMessage.parseFrom(input(frame));
      switch (message.getKindCase()) {
        case TRANSACTION -> listener.onReply(Link.this, message.getTransaction());
        case RESYNC -> listener.onResync(Link.this, message.getResync());
        case HELLO -> {
          CompletableFuture<HelloReply> greeting = nextGreeting();
          if (greeting != null) {
            greeting.complete(message.getHello());
          }
        }
        case REFUSAL -> {
          refusal = message.getRefusal().getReason();
          reason = RpcErrors.oneLine(message.getRefusal().getMessage());
          context.close();
        }
        case HEARTBEAT -> {
          // That it came is all it says.
        }
        case KIND_NOT_SET -> throw new IOException("Tier A sent a message of no known kind");
      }
    }

    /**
     * Copies no bytes of a transaction's reply: its output, most of the message, is read before the
     * frame is released, or not at all. Other messages may outlive the frame.
     */
    private static CodedInputStream input(ByteBuf frame) {
      boolean isTransaction =
          frame.isReadable()
              && WireFormat.getTagFieldNumber(frame.getByte(frame.readerIndex()))
                  == TierAMessage.TRANSACTION_FIELD_NUMBER;
      CodedInputStream input = UnsafeByteOperations.unsafeWrap(frame.nioBuffer()).newCodedInput();
      input.enableAliasing(isTransaction);
      return input;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (!(event instanceof IdleStateEvent)) {
        return;
      }
      long asked = System.nanoTime();
      send(DriverMessage.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()).build());
      var unused =
          context
              .executor()
              .schedule(
                  () -> {
                    if (readNanos - asked < 0) {
                      reason = "no sign of life";
                      context.close();
                    }
                  },
                  LONGEST_ANSWER_SECONDS,
                  TimeUnit.SECONDS);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      reason = RpcErrors.describe(cause);
      context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      end(reason);
    }

    private void end(String why) {
      NotGreetedException failure = new NotGreetedException(refusal, why);
      Queue<CompletableFuture<HelloReply>> waiting;
      synchronized (Link.this) {
        if (end != null) {
          return;
        }
        end = failure;
        waiting = new ArrayDeque<>(greetings);
        greetings.clear();
      }
      waiting.forEach(greeting -> greeting.completeExceptionally(failure));
      listener.onEnd(Link.this, why);
    }
  }
}
