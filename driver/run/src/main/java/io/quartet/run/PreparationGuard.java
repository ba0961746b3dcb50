package io.quartet.run;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.TierAProcess;
import io.quartet.provision.TierAs;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.tiera.client.TierAClient;
import java.time.Duration;

/**
 * Stops the preparation of a run when one of its Tier As is gone: a process that has ended, or a
 * service whose connection was lost. Make it in the thread that prepares; a loss interrupts it.
 */
final class PreparationGuard {

  /** Between the loss of a connection and the end of the process behind it. */
  private static final Duration LONGEST_END = Duration.ofSeconds(5);

  private final TierAs tierAs;
  private final Thread worker = Thread.currentThread();

  // Guarded by this.
  private QuartetException loss;
  private boolean isOver;

  PreparationGuard(TierAs tierAs) {
    this.tierAs = tierAs;
    tierAs.clients().keySet().forEach(this::watch);
  }

  private void watch(VmSet set) {
    TierAProcess tierA = tierAs.process(set);
    tierA
        .process()
        .ifPresentOrElse(
            process -> process.whenEnded(() -> stop(ended(tierA, process))),
            () ->
                tierAs.clients().get(set).addListener((lost, reason) -> stop(lost(tierA, reason))));
  }

  private synchronized void stop(QuartetException error) {
    if (!isOver && loss == null) {
      loss = error;
      worker.interrupt();
    }
  }

  /**
   * Ends the preparation: what is lost from now on is lost in the run, which goes on.
   *
   * @throws QuartetException TIER_A_ENDED, TIER_A_UNREACHABLE
   */
  void end() {
    throwLoss(null);
  }

  /**
   * Throws the loss in place of an error of the preparation that came of it; does nothing if
   * nothing was lost before the end of the preparation.
   *
   * @throws QuartetException TIER_A_ENDED, TIER_A_UNREACHABLE
   */
  void throwLoss(Exception consequence) {
    try {
      findLoss();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    QuartetException error;
    synchronized (this) {
      isOver = true;
      error = loss;
      loss = null;
    }
    if (error != null) {
      // The loss interrupted this thread, and the error says so.
      Thread.interrupted();
      if (consequence != null) {
        error.addSuppressed(consequence);
      }
      throw error;
    }
  }

  private synchronized boolean isSettled() {
    return isOver || loss != null;
  }

  /** A request may fail before the end of a process is known, or before anyone listened. */
  private void findLoss() throws InterruptedException {
    if (isSettled()) {
      return;
    }
    for (VmSet set : tierAs.clients().keySet()) {
      TierAProcess tierA = tierAs.process(set);
      TierAClient client = tierAs.clients().get(set);
      if (!client.isConnected()) {
        if (tierA.process().isEmpty()) {
          stop(lost(tierA, client.lossReason()));
        } else if (tierA.process().get().waitFor(LONGEST_END)) {
          stop(ended(tierA, tierA.process().get()));
        }
      }
    }
  }

  private static QuartetException ended(TierAProcess tierA, OwnedProcess process) {
    return error(
        "TIER_A_ENDED",
        tierA,
        "its process ended with exit status " + process.exitCode(),
        "Fix the problem that its log shows (logs/"
            + tierA.place().set().vmName(VmRole.TIER_A)
            + ".log in the results folder, its end is below), then run again.\n"
            + process.logTail());
  }

  private static QuartetException lost(TierAProcess tierA, String reason) {
    return error(
        "TIER_A_UNREACHABLE",
        tierA,
        "the connection was lost (" + reason + ")",
        "Read the journal of its service there, start it again, then run again.");
  }

  private static QuartetException error(
      String code, TierAProcess tierA, String what, String advice) {
    return QuartetException.environment(
        code,
        "%s, the %s: %s before the load began, so the run was stopped. %s"
            .formatted(tierA.place().set().vmName(VmRole.TIER_A), tierA.place(), what, advice));
  }
}
