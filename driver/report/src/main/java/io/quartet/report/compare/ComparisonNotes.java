package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.internal.statistics.Sample;
import io.quartet.report.section.Contents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Notes for readers of a comparison, one or two sentences each. */
final class ComparisonNotes {

  private final List<String> notes = new ArrayList<>();

  private ComparisonNotes() {}

  /** Notes for these runs first, then notes for every comparison. */
  static List<String> of(
      List<List<ComparedRun>> sides, List<Pair> pairs, Method method, Contents contents) {
    List<ComparedRun> runs = sides.stream().flatMap(List::stream).toList();
    ComparisonNotes writer = new ComparisonNotes();
    writer.leftOut(pairs);
    sides.forEach(writer::repeats);
    sides.forEach(writer::boots);
    for (ComparedRun run : runs) {
      if (!run.facts().verdict().isValid()) {
        writer.add("Run %d is INVALID: its figures are not a result.", run);
      }
    }
    for (ComparedRun run : runs) {
      if (run.info().plan().workload().isRamp()) {
        writer.add(
            "Run %d is a ramp. It is compared by the %s of all its steps together. Its report"
                + " gives those of its best step.",
            run, contents.unit());
      }
    }
    runs.forEach(writer::missing);
    writer.intervals(runs, method, contents.unit());
    return writer.notes;
  }

  private void add(String format, ComparedRun run, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of(run.facts().number()));
    arguments.addAll(List.of(more));
    notes.add(Text.format(format, arguments.toArray()));
  }

  /** The facts about a run that are unknown and therefore not compared. */
  private void missing(ComparedRun run) {
    if (!run.member().foreign().unknown().isEmpty() && !run.member().foreign().isLost()) {
      add(
          "The foreign share of run %d is not known (%s). Other programs may have used its"
              + " processors.",
          run, run.member().foreign().unknown());
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
          "Run %d could not read all settings of %s. Settings that it does not list are not"
              + " compared. GRANT pg_read_all_settings TO quartet lets a run read them.",
          run, Text.first(notWhole));
    }
    if (run.machineFacts().isEmpty()) {
      add("Run %d has no facts of its machines: they are compared as far as run.json goes.", run);
    }
    Set<String> onPurpose = run.member().foreign().onPurpose();
    if (!onPurpose.isEmpty()) {
      add(
          "Events of run %d used processors of %s. Its foreign share there does not count against"
              + " it.",
          run, Text.first(onPurpose.stream().sorted().toList()));
    }
    if (!run.undone().isEmpty()) {
      add("Run %d did not do these events: %s.", run, Text.first(run.undone()));
    }
    if (!run.hasAllSamples()) {
      add(
          "Samples of run %d do not cover all of its measured phases: its resources are estimates.",
          run);
    }
  }

  private void leftOut(List<Pair> pairs) {
    pairs.stream()
        .flatMap(pair -> pair.leftOut().stream())
        .distinct()
        .forEach(sentence -> notes.add("Left out: " + sentence));
  }

  /** Runs of one side should be runs of the same thing. */
  private void repeats(List<ComparedRun> side) {
    List<String> differing =
        ConfigurationDifferences.of(side).stream()
            .filter(one -> !one.area().equals("host"))
            .map(one -> one.area() + " " + one.name())
            .toList();
    if (!differing.isEmpty()) {
      notes.add(
          Text.format(
              "The configurations of %s differ (%s), so they are not repeats of one run.",
              ComparedRun.set(side).label(), Text.first(differing)));
    }
  }

  /** Runs of one boot are more alike than those of several. */
  private void boots(List<ComparedRun> side) {
    int boots = ComparedRun.side(side).boots();
    String label = ComparedRun.set(side).label();
    if (boots >= Sample.FEWEST_REPEATS && boots < side.size()) {
      notes.add(
          Text.format(
              "The %s come from %d boots of their machines. Boots are the units of their intervals,"
                  + " because runs of one boot are more alike.",
              label, boots));
    } else if (boots > 1 && boots < side.size()) {
      notes.add(
          Text.format(
              "The %s come from %d boots of their machines, too few to show how much boots differ:"
                  + " the intervals cover what differs between runs.",
              label, boots));
    }
  }

  private void intervals(List<ComparedRun> runs, Method method, String unit) {
    definitions();
    if (method.isRepeated()) {
      repeatedIntervals(method, unit);
    } else {
      singleIntervals();
    }
    runs.stream()
        .map(run -> run.facts().blockSeconds())
        .filter(Objects::nonNull)
        .min(Integer::compare)
        .ifPresent(
            seconds ->
                notes.add(
                    "The bootstrap draws blocks of "
                        + seconds
                        + " s or more. Much slower changes, such as checkpoints minutes apart, are covered only"
                        + " in part."));
  }

  private void definitions() {
    notes.add(
        "A mean here is of the answers in the measured interval, and a 90th percentile of the"
            + " requests in its whole slots of 10 s. A report has both of all requests that were due"
            + " in it, so the last digits may differ.");
  }

  private void singleIntervals() {
    notes.add(
        "An interval covers how much each run varied within itself, but not how much repeated"
            + " runs differ. This needs three runs on each side, so no figure is called higher or"
            + " lower. Repeat both runs (quartet run --repeat 3) before you rely on a difference.");
    notes.add(
        "An interval contains the true difference in 95 of 100 cases. If nothing differs, about"
            + " one row in twenty still shows a difference by chance.");
  }

  private void repeatedIntervals(Method method, String unit) {
    notes.add(
        "An interval contains the true difference of the means in 95 of 100 cases. It covers"
            + " how much repeated runs of a side differ, and how much each run varied within itself.");
    notes.add(
        Text.format(
            "Intervals do not allow for the number of rows, but verdicts do. A row is higher or"
                + " lower if its p-value is at most %s. Then at most %.0f %% of such rows are expected to"
                + " be wrong (%s). %s is judged separately, with a p-value of at most %s.",
            Method.level(method.others()),
            method.falseDiscoveryPercent(),
            Text.counted(method.others().rows(), "row"),
            unit,
            Method.level(method.primary())));
  }
}
