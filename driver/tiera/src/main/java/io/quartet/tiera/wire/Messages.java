package io.quartet.tiera.wire;

import com.google.protobuf.UnsafeByteOperations;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.protocol.DriverMessage;
import io.quartet.tiera.protocol.Order;
import io.quartet.tiera.protocol.Retry;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts between protocol messages and domain types. Numbers are passed on as they are: the
 * protocol and the Java enums share them.
 */
public final class Messages {

  /** Version of the protocol this code speaks. */
  public static final int PROTOCOL_VERSION = 3;

  /** Largest message, bytes: a Security-Detail with two long news items stays far below. */
  public static final int MAX_MESSAGE_BYTES = 16 << 20;

  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final TransactionType[] TYPES = typesByCode();
  private static final MarketOrder.Action[] ACTIONS = MarketOrder.Action.values();

  private Messages() {}

  /** A request; the input is not copied and must not be changed afterwards. */
  public static DriverMessage request(
      long correlationId, TransactionType type, Target target, byte[] input) {
    return DriverMessage.newBuilder()
        .setTransaction(
            TransactionRequest.newBuilder()
                .setCorrelationId(correlationId)
                .setTypeValue(type.code())
                .setDatabaseValue(target.code())
                .setInput(UnsafeByteOperations.unsafeWrap(input)))
        .build();
  }

  /**
   * Type with that number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static TransactionType type(int code) {
    if (code < 1 || code >= TYPES.length) {
      throw new IllegalArgumentException("there is no transaction type " + code);
    }
    return TYPES[code];
  }

  /**
   * A reply as it came from Tier A.
   *
   * @param hasOutput false to leave the output out: the load has no use for it
   * @throws IllegalArgumentException if an outcome or an action has a number that is not ours, or
   *     the service time is negative
   */
  public static EngineReply reply(TransactionReply message, boolean hasOutput) {
    if (message.getServiceMicros() < 0) {
      throw new IllegalArgumentException(
          "a service time of " + message.getServiceMicros() + " us is negative");
    }
    return new EngineReply(
        known(OUTCOMES, message.getOutcomeValue(), "outcome"),
        message.getStatus(),
        message.getRoundTrips(),
        message.getServiceMicros(),
        message.getAlreadyApplied(),
        retries(message),
        orders(message.getOrdersList()),
        hasOutput ? message.getOutput().toByteArray() : NOTHING,
        message.getSqlstate(),
        message.getStatement(),
        message.getMessage().toStringUtf8());
  }

  private static final byte[] NOTHING = {};

  /**
   * Orders as they came from Tier A.
   *
   * @throws IllegalArgumentException if an action has a number that is not ours
   */
  public static List<MarketOrder> orders(List<Order> messages) {
    if (messages.isEmpty()) {
      return List.of();
    }
    List<MarketOrder> orders = new ArrayList<>(messages.size());
    for (Order message : messages) {
      orders.add(
          new MarketOrder(
              message.getTradeId(),
              message.getSecurity(),
              message.getQuantity(),
              message.getPriceCents(),
              message.getTradeType(),
              known(ACTIONS, message.getActionValue(), "action of an order")));
    }
    return orders;
  }

  private static <T> T known(T[] values, int number, String what) {
    if (number < 0 || number >= values.length) {
      throw new IllegalArgumentException(
          "Tier A sent %s %d, which this build does not know. Run both from the same build."
              .formatted(what, number));
    }
    return values[number];
  }

  private static List<EngineReply.Retry> retries(TransactionReply message) {
    if (message.getRetriesCount() == 0) {
      return List.of();
    }
    List<EngineReply.Retry> retries = new ArrayList<>(message.getRetriesCount());
    for (Retry retry : message.getRetriesList()) {
      retries.add(new EngineReply.Retry(retry.getSqlstate(), retry.getStatement()));
    }
    return retries;
  }

  private static TransactionType[] typesByCode() {
    TransactionType[] types = new TransactionType[TransactionType.values().length + 1];
    for (TransactionType type : TransactionType.values()) {
      types[type.code()] = type;
    }
    return types;
  }
}
