package io.quartet.report.advise;

import io.quartet.model.VmRole;
import io.quartet.results.lab.TriedIndex;
import java.util.List;

/**
 * The transactions of one role that changes of the indexes concern.
 *
 * @param changes the changes that fit its databases. A drop of an index that they do not have is
 *     left out
 * @param transactions names in the form of {@link io.quartet.model.TransactionType#name()}
 */
public record Concern(VmRole role, List<TriedIndex> changes, List<String> transactions) {

  public Concern {
    changes = List.copyOf(changes);
    transactions = List.copyOf(transactions);
  }
}
