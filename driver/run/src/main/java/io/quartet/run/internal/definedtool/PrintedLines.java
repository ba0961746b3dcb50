package io.quartet.run.internal.definedtool;

import io.quartet.model.Text;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/** What a defined tool prints, and the first line that is a failure. Thread-safe. */
final class PrintedLines {

  private static final int LAST_KEPT = 5;
  private static final int LONGEST_SHOWN = 300;
  private static final int MOST_CHARACTERS = 1_000_000;

  private final List<Pattern> failures;

  // Guarded by this.
  private final StringBuilder text = new StringBuilder();
  private final Deque<String> last = new ArrayDeque<>();
  private String failure = "";

  /**
   * @param failures expressions of lines that are failures
   */
  PrintedLines(List<String> failures) {
    this.failures = failures.stream().map(Pattern::compile).toList();
  }

  synchronized void accept(String line) {
    if (text.length() < MOST_CHARACTERS) {
      text.append(line).append('\n');
    }
    if (!line.isBlank()) {
      last.add(line);
      if (last.size() > LAST_KEPT) {
        last.remove();
      }
    }
    if (failure.isEmpty() && failures.stream().anyMatch(pattern -> pattern.matcher(line).find())) {
      failure = Text.shortened(line.strip(), LONGEST_SHOWN);
    }
  }

  /** The first line that is a failure; empty if there was none. */
  synchronized String failure() {
    return failure;
  }

  /** Everything so far, as far as it is kept. */
  synchronized String text() {
    return text.toString();
  }

  /** The last lines as one. */
  synchronized String last() {
    return last.isEmpty()
        ? "it printed nothing"
        : Text.shortened(String.join(" / ", last), LONGEST_SHOWN);
  }
}
