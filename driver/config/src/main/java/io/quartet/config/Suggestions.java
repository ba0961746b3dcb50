package io.quartet.config;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant. */
public final class Suggestions {

  /** Letters of the longest word that anybody could have meant as a key or a value. */
  private static final int LONGEST = 60;

  private Suggestions() {}

  /**
   * The candidate nearest to the word, if one is near: a third of its letters may differ, or the
   * word is the beginning of one alone.
   */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    return byLetters(word, candidates).or(() -> byBeginning(word, candidates));
  }

  private static Optional<String> byBeginning(String word, Collection<String> candidates) {
    List<String> longer =
        candidates.stream()
            .filter(candidate -> simplified(candidate).startsWith(simplified(word)))
            .toList();
    return word.length() >= 3 && longer.size() == 1 ? Optional.of(longer.get(0)) : Optional.empty();
  }

  private static Optional<String> byLetters(String word, Collection<String> candidates) {
    String best = null;
    int bestDistance = Math.max(1, word.length() / 3) + 1;
    for (String candidate : candidates) {
      int distance = distance(simplified(word), simplified(candidate));
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  private static String simplified(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /**
   * Edits that turn one word into the other: a letter put in, left out or replaced, two neighbours
   * swapped.
   */
  private static int distance(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          edits[i][j] = i + j;
          continue;
        }
        int replaced = edits[i - 1][j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        edits[i][j] = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        boolean isSwap =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        if (isSwap) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[from.length()][to.length()];
  }
}
