package io.quartet.tiera.server;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetVersion;
import io.quartet.model.plan.EngineOptions;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.engine.TransactionEngine;
import io.quartet.tiera.engine.TransactionSession;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.ResyncRequest;
import io.quartet.tiera.protocol.TierAGrpc;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.RunToken;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The three calls of the protocol. Every call is dispatched at once and answered by a worker. */
final class TierAService extends TierAGrpc.TierAImplBase {

  private final TransactionEngine engine;
  private final TierAOptions options;
  private final Workers users;
  private final Workers market;
  private final OrderedWorkers orderedMarket;
  private final String programHash = ProgramHash.ofThisProgram();

  TierAService(TransactionEngine engine, TierAOptions options, Workers users, Workers market) {
    this.engine = engine;
    this.options = options;
    this.users = users;
    this.market = market;
    this.orderedMarket = new OrderedWorkers(market);
  }

  @Override
  public void hello(HelloRequest request, StreamObserver<HelloReply> observer) {
    if (request.getProtocolVersion() != Messages.PROTOCOL_VERSION) {
      observer.onError(
          Status.FAILED_PRECONDITION
              .withDescription(
                  "Tier A speaks protocol version %s, the driver %s. Run both from the same build."
                      .formatted(Messages.PROTOCOL_VERSION, request.getProtocolVersion()))
              .asRuntimeException());
      return;
    }
    observer.onNext(greeting());
    observer.onCompleted();
  }

  private HelloReply greeting() {
    ModelParameters model = options.model();
    EngineOptions how = options.engine();
    return HelloReply.newBuilder()
        .setProtocolVersion(Messages.PROTOCOL_VERSION)
        .setQuartetVersion(QuartetVersion.current())
        .setEngineVersion(engine.version())
        .setSessionSettings(engine.sessionSettings())
        .setProcessId(ProcessHandle.current().pid())
        .setLoadUnits((int) model.loadUnits())
        .setActiveLoadUnits((int) model.activeLoadUnits())
        .setTradeDays((int) model.tradeDays())
        .setNewsLength((int) model.newsLength())
        .setSeed(model.seed())
        .setUserSessions(options.userSessions())
        .setMarketSessions(options.marketSessions())
        .setAccess(how.access().label())
        .setStatements(how.statements().label())
        .setTradeResultIsolation(how.tradeResultIsolation().label())
        .setProgramSha256(programHash)
        .setRunToken(options.token().map(RunToken::answer).orElse(""))
        .setUtcMicros(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))
        .build();
  }

  @Override
  public StreamObserver<TransactionRequest> execute(StreamObserver<TransactionReply> observer) {
    return new ExecuteStream(
        engine, users, orderedMarket, (ServerCallStreamObserver<TransactionReply>) observer);
  }

  @Override
  public void resync(ResyncRequest request, StreamObserver<ResyncReply> observer) {
    if (!market.submit(session -> resync(session, observer))) {
      observer.onError(
          Status.UNAVAILABLE.withDescription("Tier A is shutting down").asRuntimeException());
    }
  }

  private static void resync(TransactionSession session, StreamObserver<ResyncReply> observer) {
    EngineReply reply;
    try {
      reply = session.resync();
    } catch (Throwable e) {
      observer.onError(Status.INTERNAL.withDescription(e.getMessage()).asRuntimeException());
      return;
    }
    if (reply.outcome() != Outcome.COMMITTED) {
      observer.onError(
          Status.UNAVAILABLE
              .withDescription(reply.outcome().label() + " " + reply.message())
              .asRuntimeException());
      return;
    }
    ResyncReply.Builder message = ResyncReply.newBuilder();
    for (MarketOrder order : reply.orders()) {
      message.addOrders(Messages.order(order));
    }
    observer.onNext(message.build());
    observer.onCompleted();
  }
}
