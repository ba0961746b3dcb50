package io.quartet.run.internal.pgbench;

import io.quartet.results.ToolProcess.Summary;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a process of pgbench prints: messages, and at its end a summary. Thread-safe. */
final class PgbenchOutput {

  private static final String SUMMARY = "transaction type:";
  private static final String OF_ITSELF = "pgbench:";

  /** Its version, and its answer to --random-seed. */
  private static final Pattern NO_NEWS =
      Pattern.compile("pgbench \\(.*|pgbench: setting random seed to .*");

  private static final int MESSAGES_KEPT = 12;
  private static final int MOST_CHARACTERS = 1_000_000;

  // Guarded by this.
  private final StringBuilder text = new StringBuilder();
  private final List<String> messages = new ArrayList<>();
  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private boolean isSummary;

  /** Numbers of the summary that are read. */
  private enum Count {
    PROCESSED("number of transactions actually processed: ([0-9]+).*"),
    FAILED("number of failed transactions: ([0-9]+) .*"),
    SKIPPED("number of transactions skipped: ([0-9]+) .*"),
    LATE("number of transactions above the .* latency limit: ([0-9]+)/.*"),
    RETRIES("total number of retries: ([0-9]+)");

    private final Pattern pattern;

    Count(String pattern) {
      this.pattern = Pattern.compile(pattern);
    }
  }

  /** Takes the next line. */
  synchronized void accept(String line) {
    for (Count count : Count.values()) {
      Matcher match = count.pattern.matcher(line);
      if (match.matches()) {
        counts.put(count, Long.parseLong(match.group(1)));
      }
    }
    if (text.length() < MOST_CHARACTERS) {
      text.append(line).append('\n');
    }
    isSummary |= line.startsWith(SUMMARY);
    // The summary comes last, but for what pgbench says of itself.
    if (messages.size() < MESSAGES_KEPT
        && (!isSummary || line.startsWith(OF_ITSELF))
        && !NO_NEWS.matcher(line).matches()) {
      messages.add(line.strip());
    }
  }

  /** What it has said of itself in its summary. */
  synchronized Summary summary() {
    return new Summary(
        said(Count.PROCESSED),
        said(Count.FAILED),
        said(Count.SKIPPED),
        said(Count.LATE),
        said(Count.RETRIES));
  }

  private OptionalLong said(Count count) {
    Long number = counts.get(count);
    return number == null ? OptionalLong.empty() : OptionalLong.of(number);
  }

  /** Everything so far, as far as it is kept. */
  synchronized String text() {
    return text.toString();
  }

  /** The first lines beside the summary, which have the cause of a failure, as one line. */
  synchronized String messages() {
    return String.join(" / ", messages);
  }
}
