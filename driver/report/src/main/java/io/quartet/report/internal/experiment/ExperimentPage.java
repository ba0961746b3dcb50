package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.model.size.Bytes;
import io.quartet.report.compare.ComparisonPage;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentCell.Etps;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentCell.WorstServed;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.write.HtmlReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Input of the templates of page and document.
 *
 * @param curves a panel for each combination of further keys; empty if no key has numbers
 * @param means of the cells; empty if there are curves
 * @param differences from the baseline
 * @param drift of the baseline; empty with fewer than two blocks
 */
public record ExperimentPage(
    ExperimentReport report,
    String style,
    List<CurveDrawings.Panel> curves,
    List<Drawing> means,
    List<Drawing> differences,
    Optional<Drawing> drift) {

  /** With more keys the values of a cell stand in one column. */
  private static final int MOST_KEY_COLUMNS = 3;

  /** With more cells the heat map or the table shows the differences better. */
  private static final int MOST_DIFFERENCES = 40;

  private static final double WHITE_TEXT_FROM = 0.66;

  static ExperimentPage of(ExperimentReport report, String style) {
    List<CurveDrawings.Panel> curves = CurveDrawings.of(report);
    return new ExperimentPage(
        report,
        style,
        curves,
        curves.isEmpty() ? RowDrawings.means(report) : List.of(),
        report.cells().size() > MOST_DIFFERENCES ? List.of() : RowDrawings.differences(report),
        DriftDrawing.of(report.control(), report.contents().unit()));
  }

  /** The page that needs nothing but itself. */
  public static String html(ExperimentReport report) {
    return HtmlReport.page("experiment.jte", of(report, HtmlReport.style()));
  }

  /** The page for print. */
  public static ExperimentPage forPrint(ExperimentReport report) {
    return of(report, HtmlReport.styled("print.css"));
  }

  /** Every drawing of the page. */
  public List<Drawing> drawings() {
    return Stream.of(
            curves.stream().map(CurveDrawings.Panel::drawing),
            means.stream(),
            differences.stream(),
            drift.stream())
        .flatMap(stream -> stream)
        .toList();
  }

  /** True if each varied key has its own column. */
  public boolean hasKeyColumns() {
    return report.varied().size() <= MOST_KEY_COLUMNS;
  }

  /** Heading of the column of a key. */
  public static String heading(VariedKey key) {
    return KeyWords.label(key);
  }

  /** Value of a cell in the column of a key. */
  public static String value(VariedKey key, ExperimentCell cell) {
    return valueOf(key, cell.values().get(key.key()));
  }

  /** The same, however long. */
  public static String fullValue(VariedKey key, ExperimentCell cell) {
    String value = cell.values().get(key.key());
    return valueOf(key, value).startsWith("…") ? value : valueOf(key, value);
  }

  /** A value of a key, without the key. */
  public static String valueOf(VariedKey key, String value) {
    return KeyWords.value(key, value);
  }

  /** Difference of a cell in the heat map, with a sign for its conclusion. */
  public static String brief(ExperimentCell cell) {
    if (cell.isBaseline()) {
      return "baseline";
    }
    if (cell.difference() == null || cell.difference().percent() == null) {
      return "";
    }
    String percent = Format.signed(cell.difference().percent(), 1) + " %";
    return switch (cell.difference().verdict()) {
      case HIGHER -> "▲ " + percent;
      case LOWER -> "▼ " + percent;
      case DIFFERS, NOT_ENOUGH_DATA, NOT_COMPARABLE -> percent + " ?";
      case NO_DIFFERENCE_SHOWN -> percent;
    };
  }

  /** A key by its path. */
  public VariedKey key(String path) {
    return report.varied().stream().filter(key -> key.key().equals(path)).findFirst().orElseThrow();
  }

  /** An interval with one decimal at most; a dash if there is none. */
  public static String interval(Double low, Double high) {
    return Text.interval(low, high, end -> Format.figure(end, 1));
  }

  /** The interval of a difference in percent; a dash if there is none. */
  public static String interval(Difference difference) {
    return difference == null
        ? ComparisonPage.interval(null, null)
        : ComparisonPage.interval(difference.lowPercent(), difference.highPercent());
  }

  /** The name of a cell in the column of verdicts. */
  public static String verdict(ExperimentCell cell) {
    if (cell.isBaseline()) {
      return "baseline";
    }
    return cell.difference() == null ? cell.state().word() : words(cell.difference().verdict());
  }

  private static String words(Conclusion conclusion) {
    return switch (conclusion) {
      case HIGHER -> "▲ " + conclusion.words();
      case LOWER -> "▼ " + conclusion.words();
      default -> conclusion.words();
    };
  }

  /** CSS class of the conclusion about a cell. */
  public static String mark(ExperimentCell cell) {
    if (cell.difference() == null || cell.isBaseline()) {
      return cell.state() == State.FAILED ? "fail" : "none";
    }
    return switch (cell.difference().verdict()) {
      case HIGHER -> "pass";
      case LOWER -> "fail";
      case NOT_COMPARABLE -> "warn";
      case DIFFERS, NO_DIFFERENCE_SHOWN, NOT_ENOUGH_DATA -> "none";
    };
  }

  /** Half the interval in percent of the mean, as in {@code ±1.2 %}; empty without one. */
  public static String halfWidth(Etps etps) {
    return etps.low() == null
        ? ""
        : Text.format("± %.1f %%", 50 * (etps.high() - etps.low()) / etps.mean());
  }

  /** Colours of a cell of the heat map: the higher its etps, the darker. */
  public String shade(ExperimentCell cell) {
    double low = extreme(true);
    double high = extreme(false);
    double share = high > low ? (cell.etps().mean() - low) / (high - low) : WHITE_TEXT_FROM / 2;
    return Text.format(
        "background:%s;color:%s",
        Palette.heat(share), share >= WHITE_TEXT_FROM ? Palette.PAPER : Palette.INK);
  }

  private double extreme(boolean isLowest) {
    var means =
        report.cells().stream()
            .filter(cell -> cell.etps() != null)
            .mapToDouble(cell -> cell.etps().mean());
    return (isLowest ? means.min() : means.max()).orElse(0);
  }

  /** A sentence in which no number is parted from its percent sign. */
  public static String sentence(String text) {
    return text.replace(" %", "\u00a0%");
  }

  /**
   * Position in the experiment, for instance {@code run 4 of 21, cell 5 of 6 (16 users), block 1}.
   */
  public String position() {
    Progress progress = report.progress();
    List<String> parts = new ArrayList<>();
    parts.add(
        Text.format(
            progress.isRunning() ? "run %d of %d" : "%d of %d runs done",
            progress.runsEnded() + (progress.isRunning() ? 1 : 0),
            progress.runsPlanned()));
    if (progress.cell() != null) {
      parts.add(
          Text.format(
              "%scell %d of %d (%s)",
              progress.isRunning() ? "" : "the last was ",
              progress.cell(),
              report.cells().size(),
              report.cell(progress.cell()).label()));
      parts.add(Text.format("block %d", progress.block()));
    }
    if (progress.secondsLeft() != null) {
      parts.add("about " + Format.roughSeconds(progress.secondsLeft()) + " left");
    }
    return progress.updatedUtcMillis() == null
        ? String.join(", ", parts)
        : Text.format(
            "%s (as of %s)", String.join(", ", parts), Format.utc(progress.updatedUtcMillis()));
  }

  /** Progress of the experiment, in percent. */
  public double percentDone() {
    Progress progress = report.progress();
    return progress.runsPlanned() == 0
        ? 0
        : Math.min(100, Math.rint(1_000.0 * progress.runsEnded() / progress.runsPlanned()) / 10);
  }

  /** A count of bytes by trade, in KiB. */
  public static String kibibytes(Double bytes) {
    return Format.figure(bytes == null ? null : (Double) (bytes / Bytes.KIB), 2);
  }

  /** A figure to about three digits. */
  public static String digits(Double figure) {
    if (figure != null && figure > 0 && figure < 0.01) {
      return Text.format("%.2e", figure);
    }
    if (figure == null) {
      return Format.figure(null, 1);
    }
    return Format.figure(figure, figure < 0.1 ? 3 : figure < 10 ? 2 : 1);
  }

  /** True if cells are shown in percent of others. */
  public boolean hasSeries() {
    return !report.experiment().percentOf().values().isEmpty();
  }

  /** True if databases are shown in percent of what they bring alone. */
  public boolean hasAlone() {
    return report.experiment().percentOf().comparesWithAlone();
  }

  /** The cells in which they are alone, in words. */
  public String alone() {
    return hasSeries() ? series() : String.join(" and ", report.experiment().percentOf().labels());
  }

  /** The Set that was served worst, with what it got. */
  public static String worst(WorstServed worst) {
    return worst == null
        ? Format.figure(null, 1)
        : worst.set() + " " + Format.figure(worst.percent(), 1);
  }

  /** The values of those others in words. */
  public String series() {
    return String.join(
        ", ",
        report.experiment().percentOf().values().entrySet().stream()
            .map(one -> KeyWords.named(key(one.getKey()), one.getValue()).text())
            .toList());
  }

  /** True if the columns of the keys do not show what its author calls a cell. */
  public boolean hasLabels() {
    return hasKeyColumns() && !report.cells().stream().allMatch(this::isLabelShown);
  }

  private boolean isLabelShown(ExperimentCell cell) {
    return cell.label().equals(KeyWords.cell(report.varied(), cell.values()))
        || report.varied().stream().anyMatch(key -> cell.label().equals(value(key, cell)));
  }

  /** The values that are shown by a name, for instance {@code clients both: {"A":8,"B":8}}. */
  public List<String> namedValues() {
    return report.varied().stream()
        .flatMap(
            key ->
                key.values().stream()
                    .filter(key.names()::containsKey)
                    .map(value -> KeyWords.named(key, value).text() + ": " + value))
        .toList();
  }

  /** Value of a cell on the axis of a curve; a dash for none. */
  public String onAxis(ExperimentCurve curve, Integer cell) {
    return cell == null
        ? Format.figure(null, 1)
        : KeyWords.named(key(curve.key()), report.cell(cell).values().get(curve.key())).text();
  }
}
