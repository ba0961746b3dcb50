package io.quartet.bench;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.results.RunInfo;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes the page of an experiment with 100 cells and 300 runs, and says how long it took. The runs
 * are copies of real ones in turn. {@code RESULTS REAL_RUN...}.
 */
public final class ManyCells {

  private static final int SIDE = 10;
  private static final int REPEATS = 3;
  private static final long MINUTE = 60_000;

  private final List<Path> templates;
  private final ExperimentFolder folder;
  private long clock = 1_772_366_400_000L;

  private ManyCells(List<Path> templates, ExperimentFolder folder) {
    this.templates = templates;
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    List<Path> templates = Stream.of(arguments).skip(1).map(Path::of).toList();
    RunPlan plan = RunInfo.read(ResultsFolder.open(templates.get(0))).plan();
    try (ExperimentFolder folder =
        ExperimentFolder.begin(Path.of(arguments[0]), experiment(plan))) {
      if (folder.attempts().isEmpty()) {
        new ManyCells(templates, folder).copyRuns();
      }
      long begun = System.nanoTime();
      ExperimentReport report = new ExperimentPages(folder).write();
      System.out.printf(
          "%d cells with a figure, %d runs that count: %.1f s%n",
          report.progress().cellsMeasured(),
          report.cells().stream()
              .filter(cell -> cell.etps() != null)
              .mapToInt(cell -> cell.etps().runs())
              .sum(),
          (System.nanoTime() - begun) / 1e9);
      System.out.println(report.answer().headline());
    }
  }

  private static Experiment experiment(RunPlan plan) {
    List<String> users = values("");
    List<String> buffers = values("%");
    List<Cell> cells = new ArrayList<>();
    for (String user : users) {
      for (String buffer : buffers) {
        int number = cells.size() + 1;
        cells.add(
            new Cell(
                number,
                "users " + user + ", shared_buffers " + buffer,
                Map.of("load.users", user, "provider.settings.shared_buffers", buffer),
                1,
                plan));
      }
    }
    return new Experiment(
        "many-cells",
        Optional.empty(),
        1,
        REPEATS,
        Optional.empty(),
        Experiment.PercentOf.NONE,
        OptionalDouble.empty(),
        List.of(),
        1,
        List.of(
            new VariedKey("load.users", "users", users),
            new VariedKey("provider.settings.shared_buffers", "shared_buffers", buffers)),
        cells);
  }

  private static List<String> values(String unit) {
    return IntStream.rangeClosed(1, SIDE).mapToObj(value -> 4 * value + unit).toList();
  }

  private void copyRuns() throws IOException {
    for (int block = 1; block <= REPEATS; block++) {
      for (int cell = 1; cell <= SIDE * SIDE; cell++) {
        copyRun(cell, block, false);
      }
      copyRun(1, block, true);
    }
  }

  private void copyRun(int cell, int block, boolean isControl) throws IOException {
    Path template = templates.get(folder.attempts().size() % templates.size());
    RunInfo info = RunInfo.read(ResultsFolder.open(template));
    clock += MINUTE;
    String id = ResultsFolder.runId(Instant.ofEpochMilli(clock), info.plan().name());
    Path run = folder.runs().resolve(id);
    try (Stream<Path> files = Files.walk(template)) {
      for (Path file : files.filter(one -> !one.toString().endsWith(".pdf")).toList()) {
        Files.copy(file, run.resolve(template.relativize(file).toString()));
      }
    }
    ResultsFolder copy = ResultsFolder.open(run);
    String before = Manifest.ownSha256(copy);
    replace(run.resolve("run.json"), info.runId(), id);
    replace(run.resolve("events.jsonl"), info.runId(), id);
    Manifest.write(copy);
    replace(run.resolve("audit.json"), before, Manifest.ownSha256(copy));
    folder.put(Attempt.started(cell, block, isControl, clock).in(id).finished(clock + MINUTE));
  }

  private static void replace(Path file, String what, String with) throws IOException {
    Files.writeString(file, Files.readString(file).replace(what, with));
  }
}
