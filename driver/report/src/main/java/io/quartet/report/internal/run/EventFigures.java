package io.quartet.report.internal.run;

import io.quartet.model.Text;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.section.EventEffect;
import io.quartet.report.section.EventEffect.Await;
import io.quartet.report.section.EventEffect.Pace;
import io.quartet.report.section.EventEffect.SourcePace;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import io.quartet.results.events.RunEvent.PlannedEventStep.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The events of the benchmark file. */
public final class EventFigures {

  private static final String TIMES = "Seconds since the start";

  private static final Table<Pace> PACE =
      Table.of(
          Column.rounded("etps", Pace::etps),
          Column.<Pace>rounded("responseMillis", Pace::responseMillis)
              .meaning("Mean of the customers' requests."),
          Column.rounded("failedPerSecond", Pace::failedPerSecond),
          Column.<Pace>rounded("sharePercent", Pace::sharePercent)
              .meaning("{Result}s of its Set, of those of all Sets; null unless it is on a VM."));

  private static final String AWAIT = "Await, ms";

  private static final Table<Await> AWAITS =
      Table.of(
          Column.<Await>word("disks", Await::disks).titled("Disks with"),
          Column.<Await>rounded("beforeMillis", Await::beforeMillis)
              .under(AWAIT)
              .shown("before", 2),
          Column.<Await>rounded("duringMillis", Await::duringMillis)
              .under(AWAIT)
              .shown("during", 2),
          Column.<Await>rounded("afterMillis", Await::afterMillis).under(AWAIT).shown("after", 2));

  private static final String SOURCE = "{Result}s per s of the source";
  private static final String CHANGE = "Change, %";

  private static final Table<SourcePace> SOURCES =
      new Table<>(
          "The source of copies, in whole intervals of measured phases. Ends of 95 % intervals by what"
              + " varies within the run; null if it does not show that.",
          List.of(
              Column.<SourcePace>word("time", SourcePace::time).titled("Time"),
              Column.<SourcePace>rounded("seconds", SourcePace::seconds).titled("Length, s"),
              Column.<SourcePace>rounded("etps", SourcePace::etps).under(SOURCE).shown("mean", 1),
              Column.<SourcePace>rounded("low", SourcePace::low).under(SOURCE).shown("from", 1),
              Column.<SourcePace>rounded("high", SourcePace::high).under(SOURCE).shown("to", 1),
              Column.<SourcePace>change("changePercent", SourcePace::changePercent)
                  .meaning("From the time before the copies; null for that itself.")
                  .under(CHANGE)
                  .shown("mean", 1),
              Column.<SourcePace>change("changeLow", SourcePace::changeLow)
                  .under(CHANGE)
                  .shown("from", 1),
              Column.<SourcePace>change("changeHigh", SourcePace::changeHigh)
                  .under(CHANGE)
                  .shown("to", 1)));

  /** In JSON. */
  static final Table<EventEffect> TABLE =
      new Table<>(
          "An event of the benchmark file. Before and after it: a time as long as the event, from 5 s"
              + " to 60 s.",
          List.of(
              Column.count("number", EventEffect::number),
              Column.<EventEffect>word("name", row -> row.planned().name()).titled("Event"),
              Column.<EventEffect>word("on", row -> row.planned().on()).titled("On"),
              Column.<EventEffect>word("action", row -> row.planned().action().describe())
                  .titled("What")
                  .wrapped(),
              Column.<EventEffect>seconds("plannedSeconds", EventEffect::plannedSeconds)
                  .meaning("Since the start of the run, by the file.")
                  .under(TIMES)
                  .shown("planned", 1),
              Column.<EventEffect>rounded("fromSeconds", EventEffect::fromSeconds)
                  .meaning("When it was begun; null if the run ended before.")
                  .under(TIMES)
                  .shown("begun", 1),
              Column.<EventEffect>rounded("toSeconds", EventEffect::toSeconds)
                  .meaning("When it was over; null if it was not taken back.")
                  .under(TIMES)
                  .shown("over", 1),
              Column.<EventEffect>countOrNull("exitCode", row -> exitCode(row.span().began()))
                  .meaning("0 if it was done."),
              Column.<EventEffect>countOrNull("undoExitCode", row -> exitCode(row.span().ended()))
                  .meaning("0 if it was taken back."),
              Column.<EventEffect>word("result", EventFigures::result)
                  .meaning("done, not reached, or what failed.")
                  .titled("Result")
                  .wrapped(),
              Column.part("before", PACE, EventEffect::before),
              Column.part("during", PACE, EventEffect::during),
              Column.part("after", PACE, EventEffect::after),
              Column.<EventEffect>rounded("recoverySeconds", EventEffect::recoverySeconds)
                  .meaning(
                      "From its end until throughput was at 95 % of that before; null if it was not,"
                          + " before the next event.")
                  .under("Back at 95 %")
                  .shown("after, s", 1),
              Column.<EventEffect>words("outages", EventEffect::outages)
                  .meaning("Databases that were lost or silent during it, and how long."),
              Column.rows("awaits", AWAITS, EventEffect::awaits),
              Column.rows("source", SOURCES, EventEffect::source).ofPgbench()));

  private static final Column<EventEffect> NUMBER =
      Column.label("No.", row -> Integer.toString(row.number()));

  private static final View<EventEffect> STEPS =
      new View<>(
          Column.joined(
              List.of(NUMBER),
              TABLE.chosen("name", "on", "action"),
              TABLE.chosen("plannedSeconds", "fromSeconds", "toSeconds", "result")),
          row -> row.span().failures().isEmpty() ? "" : "broken");

  private static final View<EventEffect> EFFECTS =
      new View<>(
          Column.joined(
              List.of(NUMBER),
              TABLE.chosen("name"),
              compared("{Result}s per s", Pace::etps, 1),
              compared("Mean response time, ms", Pace::responseMillis, 1),
              compared("Failed per s", Pace::failedPerSecond, 2),
              TABLE.chosen("recoverySeconds")));

  private static final View<EventEffect> TARGETS =
      new View<>(
          Column.joined(
              List.of(NUMBER),
              TABLE.chosen("name", "on"),
              compared("Share of its Set in the {result}s, %", Pace::sharePercent, 1),
              List.of(
                  Column.<EventEffect>label(
                          "Lost or silent", row -> String.join(", ", row.outages()))
                      .wrapped())));

  private static final View<OfDisks> DISKS =
      new View<>(
          Column.joined(
              Column.of(List.of(NUMBER), OfDisks::event),
              Column.of(TABLE.chosen("name"), OfDisks::event),
              Column.of(AWAITS.columns(), OfDisks::await)));

  private static final View<OfSource> OF_SOURCES =
      new View<>(
          Column.joined(
              Column.of(List.of(NUMBER), OfSource::event),
              Column.of(TABLE.chosen("name", "on"), OfSource::event),
              Column.of(SOURCES.columns(), OfSource::pace)));

  /** One event that copied, and one time. */
  private record OfSource(EventEffect event, SourcePace pace) {}

  /** One event and one kind of disks. */
  private record OfDisks(EventEffect event, Await await) {}

  private EventFigures() {}

  private static List<Column<EventEffect>> compared(
      String heading, Function<Pace, Double> figure, int decimals) {
    return List.of(
        Column.<EventEffect>rounded("before", row -> figure.apply(row.before()))
            .under(heading)
            .shown("before", decimals),
        Column.<EventEffect>rounded("during", row -> figure.apply(row.during()))
            .under(heading)
            .shown("during", decimals),
        Column.<EventEffect>rounded("after", row -> figure.apply(row.after()))
            .under(heading)
            .shown("after", decimals));
  }

  private static Long exitCode(Optional<PlannedEventStep> step) {
    return step.map(PlannedEventStep::exitCode).orElse(null);
  }

  private static String result(EventEffect row) {
    if (row.fromSeconds() == null) {
      return "not reached";
    }
    List<String> failures =
        row.span().failures().stream()
            .map(
                step ->
                    (step.kind() == Kind.BEGAN ? "not done" : "not taken back")
                        + " (exit code "
                        + step.exitCode()
                        + "): "
                        + Text.visible(step.output()))
            .toList();
    if (failures.isEmpty()) {
      return row.planned().copies().isEmpty()
          ? "done"
          : "done: " + row.span().began().orElseThrow().output();
    }
    return String.join("; ", failures);
  }

  /** What was done, and when. */
  public static View.Shown steps(List<EventEffect> events) {
    return STEPS.of(events);
  }

  /** How the system did. */
  public static View.Shown effects(List<EventEffect> events) {
    return EFFECTS.of(begun(events));
  }

  /** How the VMs did on which they were. */
  public static View.Shown targets(List<EventEffect> events) {
    return TARGETS.of(
        begun(events).stream()
            .filter(event -> hasShare(event) || !event.outages().isEmpty())
            .toList());
  }

  private static boolean hasShare(EventEffect event) {
    return Stream.of(event.before(), event.during(), event.after())
        .anyMatch(pace -> pace.sharePercent() != null);
  }

  /** How the sources of copies did. */
  public static View.Shown sources(List<EventEffect> events) {
    return OF_SOURCES.of(
        events.stream()
            .flatMap(event -> event.source().stream().map(pace -> new OfSource(event, pace)))
            .toList());
  }

  /** How long reads and writes took. */
  public static View.Shown disks(List<EventEffect> events) {
    return DISKS.of(
        begun(events).stream()
            .flatMap(event -> event.awaits().stream().map(await -> new OfDisks(event, await)))
            .toList());
  }

  private static List<EventEffect> begun(List<EventEffect> events) {
    return events.stream().filter(event -> event.fromSeconds() != null).toList();
  }
}
