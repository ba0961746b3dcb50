package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.QuartetException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/errors.md lists every code that the sources of the driver throw, with its exit code. */
@Tag("unit")
class ErrorCodesTest {

  private static final Path HOME = Path.of(System.getProperty("quartet.home"));

  private static final Pattern THROWN =
      Pattern.compile("Kind\\.([A-Z_]+),\\s*\"([A-Z][A-Z0-9_]+)\"");
  private static final Pattern LISTED = Pattern.compile("(?m)^\\| `([A-Z0-9_]+)` \\| (\\d+) \\|");

  @Test
  void everyThrownCodeIsListedWithItsExitCode() throws IOException {
    Map<String, Integer> listed = new TreeMap<>();
    Matcher row = LISTED.matcher(Files.readString(HOME.resolve("docs/errors.md")));
    while (row.find()) {
      assertThat(listed.put(row.group(1), Integer.valueOf(row.group(2))))
          .as("docs/errors.md lists " + row.group(1) + " once")
          .isNull();
    }

    Map<String, Integer> unlisted = thrown();
    assertThat(unlisted).isNotEmpty();
    unlisted.entrySet().removeAll(listed.entrySet());
    assertThat(unlisted).as("thrown with this exit code, but not listed so").isEmpty();
  }

  private static Map<String, Integer> thrown() throws IOException {
    Map<String, Integer> codes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(HOME.resolve("driver"))) {
      for (Path file : (Iterable<Path>) files.filter(ErrorCodesTest::isMainSource)::iterator) {
        Matcher thrown = THROWN.matcher(Files.readString(file));
        while (thrown.find()) {
          codes.put(thrown.group(2), Kind.valueOf(thrown.group(1)).exitCode());
        }
      }
    }
    return codes;
  }

  private static boolean isMainSource(Path file) {
    return file.toString().endsWith(".java") && file.toString().contains("/src/main/");
  }
}
