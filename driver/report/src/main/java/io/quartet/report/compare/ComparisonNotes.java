package io.quartet.report.compare;

import io.quartet.model.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What to know before reading the figures of a comparison, a sentence or two each. */
final class ComparisonNotes {

  private final List<String> notes = new ArrayList<>();

  private ComparisonNotes() {}

  /** What holds for these runs first, then what holds for every comparison. */
  static List<String> of(List<ComparedRun> runs) {
    ComparisonNotes writer = new ComparisonNotes();
    for (ComparedRun run : runs) {
      if (!run.facts().verdict().isValid()) {
        writer.add("Run %d is INVALID: its figures are not a result.", run);
      }
    }
    writer.work(runs);
    runs.forEach(writer::missing);
    writer.intervals(runs);
    return writer.notes;
  }

  private void add(String format, ComparedRun run, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of(run.facts().number()));
    arguments.addAll(List.of(more));
    notes.add(Text.format(format, arguments.toArray()));
  }

  private void work(List<ComparedRun> runs) {
    if (runs.stream().map(run -> run.info().plan().schedule().phases().rows()).distinct().count()
            > 1
        || runs.stream().map(run -> run.info().plan().workload().load()).distinct().count() > 1) {
      notes.add("Phases or load differ: what is compared was not asked to do the same work.");
    }
  }

  /** What of a run is not known, and so not compared. */
  private void missing(ComparedRun run) {
    if (!run.foreign().unknown().isEmpty() && !run.foreign().isLost()) {
      add(
          "The foreign share of run %d is not known (%s): nothing shows that other programs left it"
              + " the processors.",
          run, run.foreign().unknown());
    }
    List<String> databases = run.info().plan().databases();
    List<String> withoutSettings =
        databases.stream().filter(vm -> !run.settings().containsKey(vm)).toList();
    if (!withoutSettings.isEmpty()) {
      add("Run %d has no settings of %s: they are not compared.", run, Text.first(withoutSettings));
    }
    List<String> withoutSchema =
        databases.stream().filter(vm -> !run.databaseParts().containsKey(vm)).toList();
    if (!withoutSchema.isEmpty()) {
      add("Run %d has no schema of %s: it is not compared.", run, Text.first(withoutSchema));
    }
    List<String> notWhole =
        run.settings().entrySet().stream()
            .filter(vm -> !vm.getValue().isWhole())
            .map(Map.Entry::getKey)
            .toList();
    if (!notWhole.isEmpty()) {
      add(
          "Run %d could not read all settings of %s (GRANT pg_read_all_settings TO quartet): those"
              + " that it does not list are not compared.",
          run, Text.first(notWhole));
    }
    if (run.machineFacts().isEmpty()) {
      add("Run %d has no facts of its machines: they are compared as far as run.json goes.", run);
    }
    if (!run.resources().isComplete()) {
      add(
          "Samples of run %d do not cover all of its measured phases: its resources are estimates.",
          run);
    }
  }

  private void intervals(List<ComparedRun> runs) {
    notes.add(
        "An interval covers how much each run varied within itself, not how two runs of the same"
            + " thing differ. One run per side cannot tell these apart, so no figure is called"
            + " higher or lower. Repeat both (quartet run --repeat 3) before you rely on a"
            + " difference.");
    notes.add(
        "An interval holds the true difference in 95 of 100 cases: where nothing differs at all,"
            + " about one row in twenty shows a difference by chance.");
    runs.stream()
        .map(run -> run.facts().blockSeconds())
        .filter(Objects::nonNull)
        .min(Integer::compare)
        .ifPresent(
            seconds ->
                notes.add(
                    "Seconds were resampled in blocks of "
                        + seconds
                        + " s or more; swings that are much slower than that, such as checkpoints"
                        + " minutes apart, are covered only in part."));
  }
}
