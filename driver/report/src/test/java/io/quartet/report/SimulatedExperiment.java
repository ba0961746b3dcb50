package io.quartet.report;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An experiment of 16, 24 and 32 users in three blocks, with simulated runs. Not thread-safe. */
public final class SimulatedExperiment implements AutoCloseable {

  static final int REPEATS = 3;
  static final double SLOWER = 1.25;

  private final Path results;
  private final ExperimentFolder folder;
  private long clock = SimulatedDemo.START_UTC_MILLIS;

  /**
   * @param results where its folder goes
   */
  public SimulatedExperiment(Path results) {
    this(results, TestExperiments.ofUsers(SimulatedDemo.plan(), REPEATS, 16, 24, 32));
  }

  private SimulatedExperiment(Path results, Experiment experiment) {
    this.results = results;
    this.folder = ExperimentFolder.begin(results, simulated(experiment));
  }

  /** The same with a map as the value of each of its cells, which have labels. */
  static SimulatedExperiment ofMaps(Path results) {
    return new SimulatedExperiment(
        results,
        TestExperiments.ofClients(
            SimulatedDemo.plan(),
            REPEATS,
            List.of("both", "A alone"),
            List.of("{\"A\":[8,1],\"B\":[1,8]}", "{\"A\":[8,1]}")));
  }

  public ExperimentFolder folder() {
    return folder;
  }

  @Override
  public void close() {
    folder.close();
  }

  /** All simulated runs are of one plan. */
  private static Experiment simulated(Experiment experiment) {
    return new Experiment(
        experiment.name(),
        experiment.purpose(),
        experiment.seed(),
        experiment.repeats(),
        experiment.precision(),
        experiment.percentOf(),
        experiment.maximumEtps(),
        experiment.revisits(),
        experiment.baseline(),
        experiment.varied(),
        experiment.cells().stream()
            .map(
                cell ->
                    new Cell(
                        cell.number(),
                        cell.label(),
                        cell.values(),
                        cell.stack(),
                        SimulatedDemo.plan()))
            .toList());
  }

  Attempt begun(int cell, int block, boolean isControl) {
    clock += 100_000;
    Attempt attempt = Attempt.started(cell, block, isControl, clock);
    folder.put(attempt);
    return attempt;
  }

  /** A run that came to its end, in the folder of the experiment. */
  Path run(int cell, int block, boolean isControl, double slowness) throws IOException {
    Attempt attempt = begun(cell, block, isControl);
    Path simulated =
        SimulatedDemo.finished(
            results.resolve("simulated-%d-%d-%s".formatted(cell, block, isControl)),
            block,
            slowness);
    String id = "20260301-12%02d00-demo".formatted(10 * block + (isControl ? 9 : cell));
    Path run = folder.runs().resolve(id);
    Files.move(simulated, run);
    // A driver that uses no processor time, so that the foreign share is known.
    Path processes = run.resolve("stats/host/processes.csv");
    Files.writeString(
        processes,
        Files.readString(processes)
            .replaceAll("(?m)^([0-9]+),a1-vm1,.*$", "$0\n$1,driver,1,1,0,0,0,0"));
    rename(run, SimulatedDemo.RUN_ID, id);
    Files.writeString(run.resolve("report.html"), "<p>the report</p>");
    folder.put(attempt.in(id).finished(clock + 60_000));
    return run;
  }

  static void rename(Path run, String from, String to) throws IOException {
    for (String name : List.of("run.json", "events.jsonl")) {
      Path file = run.resolve(name);
      Files.writeString(file, Files.readString(file).replace(from, to));
    }
    Manifest.write(ResultsFolder.open(run));
  }

  /** Every block with the baseline, a slower cell 2 and the control. */
  public void blocks() throws IOException {
    for (int block = 1; block <= REPEATS; block++) {
      run(1, block, false, 1);
      run(2, block, false, SLOWER);
      run(1, block, true, 1);
    }
  }

  /** An attempt that ended before it had a run. */
  public Attempt failed(int cell, int block, String code, String message) {
    Attempt attempt =
        begun(cell, block, false).ended(Attempt.State.FAILED, clock + 5_000, code, message);
    folder.put(attempt);
    return attempt;
  }
}
