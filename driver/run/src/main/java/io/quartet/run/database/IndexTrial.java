package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Provider;
import io.quartet.provision.os.Parallel;
import io.quartet.results.RunInfo;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.lab.CapturedPlans;
import io.quartet.results.lab.MeasuredTrial;
import io.quartet.results.lab.Slice;
import io.quartet.results.lab.TriedIndex;
import io.quartet.run.internal.LabProgram;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.progress.TrialListener;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Measures transactions with and without a change of the indexes, on copies of the databases of the
 * first Set of a run's benchmark, which have to be up and loaded. The databases stay as they are.
 */
public final class IndexTrial implements AutoCloseable {

  /** Name of the copy without the change. */
  public static final String WITHOUT = ScratchCopies.PREFIX + "without";

  /** Name of the copy with it. */
  public static final String WITH = ScratchCopies.PREFIX + "with";

  private static final List<String> COPIES = List.of(WITHOUT, WITH);

  private static final String DISK_FULL = "53100";

  /** The measurement needs some slices of each, and ends in a few minutes. */
  private static final int FEWEST_SLICES = 5;

  private static final int SLICES_OF_ALL = 30;

  /** Expected seconds of the steps before the measurements. */
  private static final int COPYING = 5;

  private static final int INDEXING = 5;
  private static final int PLANNING = 1;

  private final RunPlan plan;
  private final Deployment deployment;
  private final int slicesOfAll;

  /**
   * @param slicesOfAll slices on each copy, shared by all transactions; each gets at least {@value
   *     #FEWEST_SLICES}
   */
  IndexTrial(RunPlan plan, Deployment deployment, int slicesOfAll) {
    this.plan = plan;
    this.deployment = deployment;
    this.slicesOfAll = slicesOfAll;
  }

  /**
   * Connects to the databases of a run's benchmark.
   *
   * @param run folder of the run
   * @throws QuartetException NOT_RESULTS, NO_DATABASES, NOT_UP, NOT_LOADED, LOADED_OTHERWISE and
   *     others
   */
  public static IndexTrial of(Path run) {
    RunPlan plan = RunInfo.read(ResultsFolder.open(run)).plan();
    Databases.requireSome(plan);
    Deployment deployment = Provider.of(plan).attach(plan);
    try {
      LoadedState.requireAll(plan, deployment);
      return new IndexTrial(plan, deployment, SLICES_OF_ALL);
    } catch (RuntimeException e) {
      deployment.close();
      throw e;
    }
  }

  /** The database of a role that is copied. */
  public String vm(VmRole role) {
    return server(role).vm();
  }

  private DatabaseServer server(VmRole role) {
    return deployment.database(plan.sets().get(0), role);
  }

  /**
   * Measures each transaction on both copies in turn; all changes are on one of them.
   *
   * @param transactions names in the form of {@link io.quartet.model.TransactionType#name()}
   * @param listener hears of each step; their weights together are {@link #weight}
   * @return slices of database {@link #WITHOUT} or {@link #WITH}, and the plans of both
   * @throws QuartetException INDEX_STATEMENT if PostgreSQL refuses a change, DISK_TOO_SMALL,
   *     LAB_FAILED, DATABASE_BUSY, SNAPSHOT_FAILED, DATABASE_UNREACHABLE, INTERRUPTED
   */
  @SuppressWarnings("try") // Only that the signal is heard matters.
  public MeasuredTrial measure(
      VmRole role, List<TriedIndex> changes, List<String> transactions, TrialListener listener) {
    List<Slice> slices = new ArrayList<>();
    List<CapturedPlans> plans = new ArrayList<>();
    LabProgram lab = new LabProgram(plan, deployment);
    try (StopSignal stop = new StopSignal();
        ScratchCopies copies = new ScratchCopies(deployment)) {
      // In a thread of its own, so that an interrupt can stop what it waits for.
      Parallel.forEach(
          List.of(server(role)),
          1,
          server -> {
            for (String copy : COPIES) {
              listener.onStep(
                  "copying the database of %s, %d of %d"
                      .formatted(server.vm(), COPIES.indexOf(copy) + 1, COPIES.size()),
                  COPYING);
              copies.make(server, copy);
            }
            for (TriedIndex change : changes) {
              listener.onStep("changing the indexes: " + change.sql(), INDEXING);
              apply(server, change);
            }
            listener.onStep("reading the plans of both copies", PLANNING);
            plans.add(plans(lab, server, WITHOUT));
            plans.add(plans(lab, server, WITH));
            for (String transaction : transactions) {
              int seconds = secondsOfEach(transactions);
              listener.onStep(
                  "measuring %s for %d s on both copies"
                      .formatted(TransactionType.valueOf(transaction).label(), seconds),
                  2 * seconds);
              slices.addAll(measure(lab, server, transaction, seconds));
            }
          },
          () -> {
            copies.cancel();
            lab.stop();
          });
      return new MeasuredTrial(slices, plans.get(0), plans.get(1));
    } catch (CancellationException e) {
      throw StopSignal.interrupted(e);
    }
  }

  /** Weight of the steps of {@link #measure}: seconds, if copies and indexes are small. */
  public int weight(List<TriedIndex> changes, List<String> transactions) {
    return 2 * COPYING
        + INDEXING * changes.size()
        + PLANNING
        + 2 * secondsOfEach(transactions) * transactions.size();
  }

  /** A slice takes a second. */
  private int secondsOfEach(List<String> transactions) {
    return Math.max(FEWEST_SLICES, slicesOfAll / Math.max(1, transactions.size()));
  }

  private void apply(DatabaseServer server, TriedIndex change) {
    try (Connection connection = Connections.open(server, WITH, deployment.passwordFile());
        Statement statement = connection.createStatement()) {
      statement.execute(change.sql());
      statement.execute("ANALYZE " + change.table());
    } catch (SQLException e) {
      if (DISK_FULL.equals(e.getSQLState())) {
        throw QuartetException.environment(
            "DISK_TOO_SMALL",
            "%s: the index of '%s' does not fit on the disk: %s. Free disk space and try again."
                .formatted(server.place(), change.sql(), e.getMessage()),
            e);
      }
      if (Databases.isEnded(e)) {
        throw Databases.unreachable(server, e);
      }
      throw QuartetException.badInput(
          TriedIndex.REFUSED,
          "%s: PostgreSQL refuses '%s': %s. Correct the statement."
              .formatted(server.place(), change.sql(), e.getMessage()),
          e);
    }
  }

  private static CapturedPlans plans(LabProgram lab, DatabaseServer server, String database) {
    return CapturedPlans.printed(output(lab, server, List.of("plans", database)));
  }

  private List<Slice> measure(
      LabProgram lab, DatabaseServer server, String transaction, int seconds) {
    return output(
            lab,
            server,
            List.of(
                "measure",
                WITHOUT,
                WITH,
                "--transactions",
                transaction,
                "--seconds",
                Integer.toString(seconds)))
        .lines()
        .map(line -> Slice.of(transaction, line))
        .toList();
  }

  private static String output(LabProgram lab, DatabaseServer server, List<String> verb) {
    LabProgram.Answer answer = lab.run(server, verb);
    if (!answer.isSuccess()) {
      throw LabProgram.failure(server, answer);
    }
    return answer.output();
  }

  @Override
  public void close() {
    deployment.close();
  }
}
