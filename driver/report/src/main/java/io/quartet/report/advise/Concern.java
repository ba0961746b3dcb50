package io.quartet.report.advise;

import io.quartet.model.VmRole;
import java.util.List;

/**
 * The transactions of one role that a change of the indexes concerns.
 *
 * @param transactions names in the form of {@link io.quartet.model.TransactionType#name()}
 */
public record Concern(VmRole role, List<String> transactions) {

  public Concern {
    transactions = List.copyOf(transactions);
  }
}
