package io.quartet.run.check;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Parallel;
import io.quartet.results.CheckRow;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.Moment;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.internal.check.CheckFile;
import io.quartet.run.internal.check.CheckMemory;
import io.quartet.run.internal.check.CheckSession;
import io.quartet.run.internal.check.Fingerprint;
import io.quartet.run.internal.check.PassedChecks;
import io.quartet.run.progress.CheckListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the consistency checks of {@code schema/checks} on every database. */
public final class Checking {

  /** Name of the row that says a database could not be asked. */
  public static final String UNREACHABLE = CheckRow.UNREACHABLE;

  private static final Logger LOG = LoggerFactory.getLogger(Checking.class);

  private final RunPlan plan;
  private final Deployment deployment;
  private final Moment moment;
  private final CheckSelection selection;
  private final Collection<CheckRow> done;
  private final boolean mayCopy;
  private final CheckListener listener;
  private final int atATime;
  private final List<String> usedDatabases = new ArrayList<>();
  private final Set<CheckSession> sessions = ConcurrentHashMap.newKeySet();

  private Checking(
      RunPlan plan,
      Deployment deployment,
      Moment moment,
      CheckSelection selection,
      Collection<CheckRow> done,
      CheckPolicy policy,
      CheckListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.moment = moment;
    this.selection = selection;
    this.done = done;
    this.mayCopy = moment == Moment.BEFORE && policy == CheckPolicy.CHANGED;
    this.listener = listener;
    this.atATime = deployment.databasesAtATime();
  }

  /** True if there are checks for the databases of a plan: only a brokerage has some. */
  public static boolean appliesTo(RunPlan plan) {
    return plan.workload() instanceof Brokerage;
  }

  /**
   * Checks every database, several at a time. A database that cannot be asked gives one failed row
   * named {@link #UNREACHABLE}; nothing is thrown for it.
   *
   * <p>Before a run, databases that an earlier run has used are checked as after a run: what holds
   * only right after a load has lapsed there. A database that has not changed since it passed its
   * checks gets their rows.
   *
   * @param done checks that were made before and are left out
   * @param policy for the checks before a run
   * @param listener hears of every check as it ends
   * @return rows for {@code checks.csv}, those that were done before among them, database by
   *     database in the order of the deployment
   * @throws CancellationException if this thread was interrupted; the queries are cancelled then
   */
  public static List<CheckRow> check(
      RunPlan plan,
      Deployment deployment,
      Moment moment,
      Collection<CheckRow> done,
      CheckPolicy policy,
      CheckListener listener) {
    Checking checking =
        new Checking(
            plan, deployment, moment, CheckSelection.all(), done, policy.of(plan), listener);
    Stream<CheckRow> made = checking.checkAll().results().stream().map(CheckResult::row);
    return checking.inOrder(Stream.concat(done.stream(), made).toList(), Function.identity());
  }

  /**
   * Checks loaded databases on their own, as the verb {@code check} does; Ctrl-C and TERM end it.
   *
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, DATABASE_UNREACHABLE; NOTHING_TO_CHECK
   *     if every check of the selection has lapsed; INTERRUPTED
   */
  public static CheckReport checkLoaded(
      RunPlan plan, Deployment deployment, CheckSelection selection, CheckListener listener) {
    Databases.requireSome(plan);
    if (!appliesTo(plan)) {
      throw QuartetException.badInput(
          "NOTHING_TO_CHECK",
          "there are no checks for databases of "
              + plan.workload().label()
              + ". Check databases of a benchmark file with workload.kind: brokerage.");
    }
    try (StopSignal stop = new StopSignal()) {
      LoadedState.requireAll(plan, deployment);
      CheckReport report =
          new Checking(
                  plan,
                  deployment,
                  Moment.BEFORE,
                  selection,
                  List.of(),
                  CheckPolicy.ALWAYS,
                  listener)
              .checkAll();
      if (report.results().isEmpty()) {
        throw QuartetException.loadOrCheck(
            "NOTHING_TO_CHECK",
            "nothing was checked: a run has used the databases, and "
                + String.join(", ", report.leftOut())
                + " can be judged only right after a load. Load again, or choose other checks.");
      }
      return report;
    } catch (CancellationException e) {
      throw StopSignal.interrupted(e);
    }
  }

  /**
   * Makes sure that all checks have passed.
   *
   * @param purpose what the databases are to be consistent for, as "the run"
   * @throws QuartetException CHECKS_FAILED
   */
  public static void requirePassed(List<CheckRow> rows, String purpose) {
    List<String> failed =
        rows.stream()
            .filter(row -> !row.hasPassed())
            .map(row -> row.vm() + " " + row.check() + " (" + Text.counted(row.rows(), "row") + ")")
            .toList();
    List<String> unreachable =
        rows.stream().filter(CheckRow::isUnreachable).map(CheckRow::vm).toList();
    if (!unreachable.isEmpty()) {
      throw QuartetException.loadOrCheck(
          "CHECKS_FAILED",
          "not all consistency checks could be made before "
              + purpose
              + " on "
              + String.join(", ", unreachable)
              + ". The warnings have the messages of the servers. Correct their cause, and repeat"
              + " the command.");
    }
    if (!failed.isEmpty()) {
      throw QuartetException.loadOrCheck(
          "CHECKS_FAILED",
          failed.size()
              + " of "
              + rows.size()
              + " consistency checks failed before "
              + purpose
              + ": "
              + String.join(", ", failed.subList(0, Math.min(5, failed.size())))
              + ". Load the databases again: quartet down, up, load.");
    }
  }

  private CheckReport checkAll() {
    try (Databases databases = new Databases(deployment)) {
      Map<DatabaseServer, List<CheckFile>> work = new HashMap<>();
      for (DatabaseServer server : deployment.databases()) {
        boolean isFresh = isFresh(server, databases);
        if (!isFresh) {
          usedDatabases.add(server.vm());
        }
        work.put(server, missing(server, selection.of(server.role(), isFresh)));
      }
      return new CheckReport(
          inOrder(run(work, databases), CheckResult::row),
          usedDatabases.isEmpty() ? List.of() : selection.lapsedAfterARun(),
          usedDatabases);
    }
  }

  /** A database that could not be asked counts as checked: that is what was found. */
  private List<CheckFile> missing(DatabaseServer server, List<CheckFile> checks) {
    Set<String> names =
        done.stream()
            .filter(row -> row.vm().equals(server.vm()))
            .map(CheckRow::check)
            .collect(Collectors.toSet());
    return names.contains(UNREACHABLE)
        ? List.of()
        : checks.stream().filter(check -> !names.contains(check.name())).toList();
  }

  private List<CheckResult> run(Map<DatabaseServer, List<CheckFile>> work, Databases databases) {
    int total = work.values().stream().mapToInt(List::size).sum();
    AtomicInteger ended = new AtomicInteger();
    List<CheckResult> results = new CopyOnWriteArrayList<>();
    List<DatabaseServer> biggestFirst =
        deployment.databases().stream()
            .filter(server -> !work.get(server).isEmpty())
            .sorted(
                Comparator.comparingInt(
                    server -> -plan.database().loadUnits().get(server.set().group())))
            .toList();
    Parallel.forEach(
        biggestFirst,
        atATime,
        server ->
            checkOne(
                server,
                work.get(server),
                databases,
                result -> {
                  results.add(result);
                  listener.onCheck(result.row(), ended.incrementAndGet(), total);
                }),
        () -> {
          sessions.forEach(CheckSession::cancel);
          databases.close();
        });
    return results;
  }

  private <T> List<T> inOrder(List<T> results, Function<T, CheckRow> row) {
    List<String> order = deployment.databases().stream().map(DatabaseServer::vm).toList();
    return results.stream()
        .sorted(
            Comparator.<T>comparingInt(result -> order.indexOf(row.apply(result).vm()))
                .thenComparing(result -> row.apply(result).check()))
        .toList();
  }

  /** True if no run has used the Set: no run-time trade id was ever drawn on its VM3. */
  private boolean isFresh(DatabaseServer server, Databases databases) {
    if (moment == Moment.AFTER) {
      return false;
    }
    DatabaseServer oltp = deployment.database(server.set(), VmRole.OLTP);
    try (Connection connection = databases.connect(oltp)) {
      return !LoadedState.isUsed(connection);
    } catch (SQLException e) {
      // The checks of that database will say that it cannot be asked.
      LOG.warn("cannot tell whether a run has used it vm={} error={}", oltp.vm(), e.getMessage());
      return true;
    }
  }

  private void checkOne(
      DatabaseServer server,
      List<CheckFile> checks,
      Databases databases,
      Consumer<CheckResult> results) {
    CheckMemory memory = CheckMemory.of(Machine.detect(), plan, server, atATime);
    try (Connection connection = databases.connect(server);
        CheckSession session =
            new CheckSession(moment, server.vm(), connection, memory, selection.passes(), checks)) {
      sessions.add(session);
      try {
        if (!mayCopy || !copy(server, checks, connection, results)) {
          run(server, checks, session, connection, results);
        }
      } finally {
        sessions.remove(session);
      }
    } catch (SQLException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted");
      }
      LOG.warn("checks could not be run vm={} error={}", server.vm(), e.getMessage());
      results.accept(unreachable(server, e));
    }
  }

  /** Takes over the checks that the database has passed; false if it has to be checked. */
  private boolean copy(
      DatabaseServer server,
      List<CheckFile> checks,
      Connection connection,
      Consumer<CheckResult> results) {
    Map<String, CheckRow> passed =
        PassedChecks.ofUnchanged(connection)
            .map(found -> found.rows(moment.label(), server.vm()))
            .orElse(List.of())
            .stream()
            .collect(Collectors.toMap(CheckRow::check, Function.identity()));
    if (!checks.stream().map(CheckFile::name).collect(Collectors.toSet()).equals(passed.keySet())) {
      return false;
    }
    checks.forEach(check -> results.accept(check.result(passed.get(check.name()), List.of())));
    return true;
  }

  private void run(
      DatabaseServer server,
      List<CheckFile> checks,
      CheckSession session,
      Connection connection,
      Consumer<CheckResult> results)
      throws SQLException {
    Optional<Fingerprint> before = Fingerprint.take(connection);
    List<CheckRow> rows = new ArrayList<>();
    for (CheckFile check : checks) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("interrupted");
      }
      CheckResult result = session.run(check);
      rows.add(result.row());
      results.accept(result);
    }
    boolean isWhole =
        selection.isWhole() && done.stream().noneMatch(row -> row.vm().equals(server.vm()));
    if (isWhole && rows.stream().allMatch(CheckRow::hasPassed)) {
      PassedChecks.keep(rows, before, connection);
    }
  }

  private CheckResult unreachable(DatabaseServer server, SQLException error) {
    return new CheckResult(
        new CheckRow(moment.label(), server.vm(), UNREACHABLE, CheckFile.ANY_TIME, 0, 0, false),
        "",
        "the database answers",
        List.of(String.valueOf(error.getMessage()).lines().findFirst().orElse("")));
  }
}
