package io.quartet.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Expected output of the program, kept as text in the repository. The JVM option {@code
 * -Dquartet.golden=write} writes all of it again; read the difference before you commit it.
 */
public final class GoldenFile {

  private static final Path HOME = Path.of(System.getProperty("quartet.home"));
  private static final boolean IS_WRITTEN = "write".equals(System.getProperty("quartet.golden"));

  /** Lines of each side that a failure shows. */
  private static final int MOST_SHOWN = 20;

  private GoldenFile() {}

  /**
   * Fails unless a file holds this text.
   *
   * @param file below the folder of Quartet
   * @param text lines, each with its end
   */
  public static void assertSame(String file, String text) {
    Path golden = HOME.resolve(file);
    try {
      if (IS_WRITTEN) {
        Files.createDirectories(golden.getParent());
        Files.writeString(golden, text);
      }
      assertThat(golden).as("-Dquartet.golden=write writes it").isRegularFile();
      String expected = Files.readString(golden);
      if (!expected.equals(text)) {
        fail(difference(file, expected.lines().toList(), text.lines().toList()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Fails unless a Markdown page holds this table.
   *
   * @param page below the folder of Quartet
   * @param table lines of the table; the page holds the first of them once
   */
  public static void assertTable(String page, List<String> table) {
    try {
      List<String> lines = Files.readAllLines(HOME.resolve(page));
      int begin = lines.indexOf(table.get(0));
      assertThat(begin).as("line '%s' of %s", table.get(0), page).isNotNegative();
      int end = begin;
      while (end < lines.size() && lines.get(end).startsWith("|")) {
        end++;
      }
      List<String> text = new ArrayList<>(lines.subList(0, begin));
      text.addAll(table);
      text.addAll(lines.subList(end, lines.size()));
      assertSame(page, String.join("\n", text) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the text of a program says about this machine, in the words of golden files. */
  public static String masked(String text, Path folder) {
    return text.replace(folder.toAbsolutePath().toString(), "FOLDER");
  }

  /** The lines between the first and the last that differ. */
  private static String difference(String file, List<String> expected, List<String> actual) {
    int first = 0;
    int shorter = Math.min(expected.size(), actual.size());
    while (first < shorter && expected.get(first).equals(actual.get(first))) {
      first++;
    }
    int last = 0;
    while (last < shorter - first
        && expected.get(expected.size() - 1 - last).equals(actual.get(actual.size() - 1 - last))) {
      last++;
    }
    return "%s differs from line %d on; -Dquartet.golden=write writes it again.%nexpected:%n%s%nprinted:%n%s"
        .formatted(file, first + 1, shown(expected, first, last), shown(actual, first, last));
  }

  private static String shown(List<String> lines, int first, int last) {
    return lines.subList(first, lines.size() - last).stream()
        .limit(MOST_SHOWN)
        .map(line -> "  " + line)
        .collect(Collectors.joining("\n"));
  }
}
