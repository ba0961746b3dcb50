package io.quartet.model.plan;

import io.quartet.model.RequestKind;
import io.quartet.model.VmRole;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a load tool is called and what its output means: the content of a {@code tool.yaml}.
 * Immutable.
 *
 * @param name of the tool, in reports
 * @param program name or file of its program, the first word of most commands
 * @param folder absolute name of the folder of the definition
 * @param commands each as a list of words; {@link Command#RUN} and {@link Command#PREPARE} are
 *     there
 * @param install command that installs the tool, for messages; empty if none is known
 * @param prepareWithin longest time of {@link Command#PREPARE} and {@link Command#CLEAN}
 * @param settings words that commands may use, with their values
 * @param kinds of its transactions, at least one
 * @param headline what its one figure counts
 * @param output how its figures are read
 * @param exitCodes what its exit codes other than 0 mean, as far as that is known
 * @param failures regular expressions: a line that has one is a failure, whatever the exit code
 * @param commitsPerTransaction commits of the server for each transaction, at least 1
 */
public record ToolDefinition(
    String name,
    String program,
    String folder,
    Map<Command, List<String>> commands,
    List<String> install,
    Duration prepareWithin,
    SortedMap<String, String> settings,
    List<Kind> kinds,
    Counted headline,
    Output output,
    SortedMap<Integer, String> exitCodes,
    List<String> failures,
    double commitsPerTransaction) {

  /** A word in braces, which stands for a value in the words of a command. */
  public static final Pattern WORD = Pattern.compile("\\{([A-Za-z][A-Za-z0-9]*)\\}");

  /** Words that every command may use, beside settings. */
  public static final Set<String> WORDS =
      Set.of(
          "program",
          "folder",
          "host",
          "port",
          "user",
          "database",
          "passwordFile",
          "sslMode",
          "sslRootCert",
          "clients",
          "threads",
          "seconds",
          "rate",
          "every",
          "seed");

  /** What a tool can be asked to do. */
  public enum Command {
    /** Prints its version. */
    VERSION,
    /** Fills one database. */
    PREPARE,
    /** Loads one database for a time. */
    RUN,
    /** Ends a process of {@link #RUN} early, beside the signal TERM. */
    STOP,
    /** Removes what {@link #PREPARE} has made beside tables of schema public. */
    CLEAN
  }

  /**
   * A kind of transaction.
   *
   * @param ordinal its position among the kinds, from 0
   * @param label its name in the output of the tool
   * @param weight how often it is chosen, as a part of the sum of all weights; at least 1
   * @param isWriting true if it changes the database
   * @param failedAs name under which the output counts those that failed; empty if under its own
   */
  public record Kind(
      int ordinal, String label, int weight, boolean isWriting, Optional<String> failedAs)
      implements RequestKind {

    @Override
    public boolean isSentByUsers() {
      return true;
    }

    /** A tool gives response times of many transactions, never of one. */
    @Override
    public long timed(long committed, long finished) {
      return 0;
    }

    @Override
    public VmRole database() {
      return VmRole.OLTP;
    }

    @Override
    public Optional<Duration> responseTimeLimit() {
      return Optional.empty();
    }
  }

  /**
   * The one figure.
   *
   * @param unit for instance {@code new orders per minute}
   * @param kinds labels of the kinds whose commits count
   * @param per the time by which they are divided: a second or a minute
   */
  public record Counted(String unit, List<String> kinds, Duration per) {

    public Counted {
      kinds = List.copyOf(kinds);
    }
  }

  /**
   * How figures are read.
   *
   * @param every time between two intervals, whole seconds
   * @param microsPerTime microseconds of the unit of times
   * @param isCumulative true if counts of intervals begin with the process, not with the interval
   * @param interval figures of an interval, printed during a run
   * @param total figures of the whole process, printed at its end
   */
  public record Output(
      Duration every,
      long microsPerTime,
      boolean isCumulative,
      FigureTable interval,
      FigureTable total) {}

  /** Where the figures of a line are. */
  public sealed interface FigureTable permits Patterns, JsonRows {}

  /**
   * Figures in lines of text.
   *
   * @param patterns regular expressions, each found in one line; their named groups are columns
   */
  public record Patterns(List<String> patterns) implements FigureTable {

    /** A named group, unless its parenthesis is escaped. */
    private static final Pattern GROUP = Pattern.compile("(?<!\\\\)\\(\\?<([A-Za-z][A-Za-z0-9]*)>");

    public Patterns {
      patterns = List.copyOf(patterns);
    }

    /** Names of the groups of a regular expression. */
    public static List<String> groups(String expression) {
      return GROUP.matcher(expression).results().map(found -> found.group(1)).toList();
    }
  }

  /**
   * Figures in lines of JSON.
   *
   * @param rows JSON Pointer to the rows: an object, or a list of them
   * @param where text that a row has at each JSON Pointer; other rows are left out
   * @param columns JSON Pointer of each column, in a row
   */
  public record JsonRows(
      String rows, SortedMap<String, String> where, Map<FigureColumn, String> columns)
      implements FigureTable {

    public JsonRows {
      where = Collections.unmodifiableSortedMap(new TreeMap<>(where));
      columns = Map.copyOf(columns);
    }
  }

  public ToolDefinition {
    commands = Map.copyOf(commands);
    install = List.copyOf(install);
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    kinds = List.copyOf(kinds);
    exitCodes = Collections.unmodifiableSortedMap(new TreeMap<>(exitCodes));
    failures = List.copyOf(failures);
  }

  /** Words of a command; empty if there is none. */
  public List<String> command(Command which) {
    return commands.getOrDefault(which, List.of());
  }

  /** The words of {@link Command#PREPARE} with its settings: databases of the same are alike. */
  public String preparation() {
    return command(Command.PREPARE).stream()
        .map(
            word ->
                WORD.matcher(word)
                    .replaceAll(
                        match ->
                            Matcher.quoteReplacement(
                                settings.getOrDefault(match.group(1), match.group()))))
        .collect(Collectors.joining(" "));
  }

  /** What an exit code means, or "exit code 3". */
  public String meaning(int exitCode) {
    return "exit code "
        + exitCode
        + Optional.ofNullable(exitCodes.get(exitCode)).map(text -> " (" + text + ")").orElse("");
  }
}
