package io.quartet.emulator;

import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import java.time.Duration;

/** Sends the requests of the Customer Emulator at the pace of its {@link Load}. Thread-safe. */
interface CustomerEmulator {

  static CustomerEmulator of(
      RunPlan plan, LoadPart part, CustomerRequests requests, Timers timers) {
    return plan.brokerage().load() instanceof Load.Paced paced
        ? new PacedCustomers(plan, part, paced, requests, timers)
        : new CustomerPool(plan, part, requests, timers);
  }

  /** Starts sending; the first requests spread over rampUp. */
  void start();

  /** Sends nothing more. */
  void end();

  /** Requests that are due and wait for a user. */
  int waiting();

  /**
   * Waits until every request is answered, after the end of the run or {@link #end}.
   *
   * @return false if some are still unanswered after that time
   */
  boolean awaitEnd(Duration longest) throws InterruptedException;
}
