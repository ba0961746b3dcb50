package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.report.Report;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.compare.ComparisonFigures;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.write.HtmlReport;
import io.quartet.report.section.Contents;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares runs, or sets of runs, by their folders; nothing is written into the folders. */
public final class Comparisons {

  private Comparisons() {}

  /**
   * Compares runs one by one. The first is the baseline, each other one is compared with it.
   *
   * @throws QuartetException TOO_FEW_RUNS, SAME_RUN_TWICE, NOT_RESULTS, RESULTS_VERSION,
   *     RESULTS_UNREADABLE, PLAN_DOCUMENT or WORKLOAD_DIFFERS
   */
  public static Comparison of(List<Path> folders) {
    if (folders.size() < 2) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "TOO_FEW_RUNS",
          Text.format(
              "compare: %s named, but two or more are needed. Name the baseline first: quartet compare"
                  + " results/<run-id> results/<run-id>.",
              folders.size() == 1 ? "one results folder is" : "no results folder is"));
    }
    return ofSides(folders.stream().map(List::of).toList());
  }

  /**
   * Compares two sets of runs.
   *
   * @param baseline runs of the baseline
   * @param others runs of the other side
   * @throws QuartetException as {@link #of}
   */
  public static Comparison ofSets(List<Path> baseline, List<Path> others) {
    if (baseline.isEmpty() || others.isEmpty()) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "TOO_FEW_RUNS",
          "compare: one of the two sets of runs is empty. Name the runs first and those of the"
              + " baseline after --against: quartet compare A1 A2 A3 --against B1 B2 B3.");
    }
    return ofSides(List.of(baseline, others));
  }

  private static Comparison ofSides(List<List<Path>> folders) {
    requireDistinct(folders.stream().flatMap(List::stream).toList());
    List<List<ComparedRun>> sides = new ArrayList<>();
    int read = 0;
    for (List<Path> side : folders) {
      List<ComparedRun> runs = new ArrayList<>();
      for (Path folder : side) {
        runs.add(ComparedRun.read(folder, ++read, sides.size() + 1));
      }
      sides.add(runs);
    }
    List<ComparedRun> runs = sides.stream().flatMap(List::stream).toList();
    if (runs.size() > sides.size()) {
      requireNoCopies(runs);
    }
    runs.forEach(run -> runs.get(0).info().requireSameWorkload(run.info()));
    List<Side> compared = sides.stream().map(ComparedRun::side).toList();
    Pairings pairings =
        Pairings.of(compared.get(0), compared.subList(1, compared.size()), PairRows::quantities);
    Contents contents = Contents.of(runs.get(0).info().plan());
    List<Pair> pairs = new ArrayList<>();
    pairings
        .pairs()
        .forEach(pairing -> pairs.add(PairRows.of(pairing, pairs.size() + 2, contents)));
    return new Comparison(
        contents,
        Report.notice(contents),
        DifferentWork.of(runs.stream().map(run -> run.info().plan()).toList()),
        ComparisonNotes.of(sides, pairs, pairings.method(), contents),
        pairings.method(),
        runs.stream().map(ComparedRun::facts).toList(),
        sides.stream().map(ComparedRun::set).toList(),
        ConfigurationDifferences.of(runs),
        pairs,
        pairings.pairs(),
        Quantity.names(runs.stream().map(run -> run.info().plan()).toList()));
  }

  /** As {@code quartet compare --json} prints it. */
  public static String json(Comparison comparison) {
    return JsonDocument.of(ComparisonFigures.TABLE.json(comparison, comparison.contents()));
  }

  /** A page that needs nothing but itself. */
  public static String html(Comparison comparison) {
    return HtmlReport.page("comparison.jte", new ComparisonPage(comparison, HtmlReport.style()));
  }

  private static void requireDistinct(List<Path> folders) {
    List<Path> seen = new ArrayList<>();
    for (Path folder : folders) {
      Path real = real(folder);
      if (seen.contains(real)) {
        throw new QuartetException(
            Kind.BAD_INPUT,
            "SAME_RUN_TWICE",
            folder + ": this folder is named twice. Name each run once, the baseline first.");
      }
      seen.add(real);
    }
  }

  /** The copy of a run repeats nothing, and would make a side look more certain than it is. */
  private static void requireNoCopies(List<ComparedRun> runs) {
    Map<String, String> seen = new HashMap<>();
    for (ComparedRun run : runs) {
      String folder = run.facts().folder();
      String manifest = Manifest.ownSha256(ResultsFolder.open(Path.of(folder)));
      String other = manifest.isEmpty() ? null : seen.putIfAbsent(manifest, folder);
      if (other != null) {
        throw new QuartetException(
            Kind.BAD_INPUT,
            "SAME_RUN_TWICE",
            Text.format(
                "%s: this is a copy of %s, which is also named. Name each run once.",
                folder, other));
      }
    }
  }

  /** Without links; a folder that is not there is refused when it is read. */
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }
}
