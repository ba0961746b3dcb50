package io.quartet.results.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quartet.results.RunInfo;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/**
 * {@code durability.json}: servers that were killed under load, and whether every trade that the
 * emulator was told of is there. Source: docs/audit.md, "The rules", rules 38 and 39.
 *
 * <p>Killed are processes. What the operating system had of their files is still there afterwards,
 * so this proves what the server does, not what the disks do; only pulling power tests those.
 *
 * @param isProven true if a server was killed, something was acknowledged, and nothing of it is
 *     missing
 * @param kills in time order
 */
public record Durability(
    boolean isProven, List<Kill> kills, Acknowledged acknowledged, InDoubt inDoubt) {

  /** Name in the results folder. */
  public static final String NAME = "durability.json";

  /** So many missing trades are named. */
  public static final int MOST_EXAMPLES = 20;

  public Durability {
    kills = List.copyOf(kills);
  }

  /**
   * A server that was killed with all its sessions and started again. Times without another word
   * are from the kill; null if it never came to that.
   *
   * @param phase in which it was killed
   * @param utcMillis when
   * @param steadySeconds of measured load before it
   * @param checkpointUtcMillis when the last checkpoint before the kill began, whole seconds
   * @param lostMillis until the driver noticed
   * @param databaseRecoveryMillis until the server accepted connections again
   * @param applicationRecoveryMillis until a transaction that was sent after the loss was answered
   * @param throughputBefore Trade-Results per second of the whole system, from the begin of the
   *     measured phases to the first kill
   * @param windowSeconds window in which throughput has to reach 95 % of that
   * @param businessRecoveryMillis from the start of the server to the begin of that window
   */
  public record Kill(
      String vm,
      String phase,
      long utcMillis,
      double steadySeconds,
      long checkpointUtcMillis,
      Long lostMillis,
      long databaseRecoveryMillis,
      Long applicationRecoveryMillis,
      double throughputBefore,
      long windowSeconds,
      Long businessRecoveryMillis) {}

  /**
   * The journal compared with the databases.
   *
   * @param orders Trade-Orders acknowledged: the trade has to exist
   * @param results Trade-Results acknowledged: the trade has to be completed
   * @param missing acknowledgements without a matching trade in the databases
   * @param examples the first of them
   */
  public record Acknowledged(long orders, long results, long missing, List<Missing> examples) {

    public Acknowledged {
      examples = List.copyOf(examples);
    }
  }

  /**
   * An acknowledged trade that is not there, or not completed.
   *
   * @param what {@code order} or {@code result}
   * @param found status of the trade; empty if there is none
   */
  public record Missing(String set, long trade, long utcMillis, String what, String found) {}

  /**
   * Requests whose answer was lost with the connection: nothing was acknowledged, so they may be
   * there or not.
   *
   * @param orders Trade-Orders that ended so
   * @param results Trade-Results that ended so
   */
  public record InDoubt(long orders, long results) {}

  /** The result, with its verdict. */
  public static Durability of(List<Kill> kills, Acknowledged acknowledged, InDoubt inDoubt) {
    boolean isProven =
        !kills.isEmpty()
            && acknowledged.orders() > 0
            && acknowledged.results() > 0
            && acknowledged.missing() == 0;
    return new Durability(isProven, kills, acknowledged, inDoubt);
  }

  /** Replaces the file. */
  public void write(ResultsFolder folder) {
    folder.replace(NAME, RunInfo.pretty(EvidenceJson.MAPPER.valueToTree(this)));
  }

  /**
   * Reads the file.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if anything in it is missing or
   *     damaged
   */
  public static Durability read(ResultsFolder folder) {
    try {
      return EvidenceJson.MAPPER.treeToValue(folder.json(NAME).requireNonNull(), Durability.class);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw ResultsFolder.unreadable(
          folder.file(NAME),
          "is not a complete file of audit --durability. Missing or damaged: "
              + EvidenceJson.place(e),
          e);
    }
  }
}
