package io.quartet.books;

/**
 * Work that is due at a moment and not done.
 *
 * @param waitingRequests requests of the Customer Emulator whose intended start has passed and that
 *     wait for a user who is free; always 0 in closed mode
 * @param dueTradeResults orders whose Trade-Result was due and has no committed answer yet
 */
public record Backlog(long waitingRequests, long dueTradeResults) {

  /** Nothing waits. */
  public static final Backlog NONE = new Backlog(0, 0);

  /** That of two parts of a load. */
  public Backlog plus(Backlog other) {
    return new Backlog(
        waitingRequests + other.waitingRequests, dueTradeResults + other.dueTradeResults);
  }
}
