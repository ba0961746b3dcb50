package io.quartet.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quartet.model.TextFile.UnusableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("unit")
class TextLinesTest {

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("file.csv"), text);
  }

  private static List<String> all(Path file) throws UnusableException {
    List<String> found = new ArrayList<>();
    try (TextLines lines = TextLines.open(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        found.add(lines.number() + (lines.isWhole() ? " " : " cut ") + line);
      }
    }
    return found;
  }

  @Test
  void linesComeWithTheirNumbers() throws IOException {
    assertThat(all(file("a\n\nb\r\nc"))).containsExactly("1 a", "2 ", "3 b", "4 cut c");
    assertThat(all(file(""))).isEmpty();
    assertThat(all(file("\n"))).containsExactly("1 ");
  }

  @Test
  void linesAreLongerThanAnyBuffer() throws IOException {
    String longest = "x".repeat(TextLines.LONGEST_BYTES);
    assertThat(all(file("é\n" + longest + "\n" + longest + "\nü\n")))
        .containsExactly("1 é", "2 " + longest, "3 " + longest, "4 ü");
  }

  @Test
  void lineThatIsTooLongIsRefusedWithItsNumber() throws IOException {
    Path file = file("a\n" + "x".repeat(TextLines.LONGEST_BYTES + 1) + "\n");
    assertThatExceptionOfType(UnusableException.class)
        .isThrownBy(() -> all(file))
        .withMessage("the line is longer than 1 MiB")
        .satisfies(error -> assertThat(error.place()).isEqualTo(file + ":2"));
  }

  @Test
  void byteThatIsNoTextIsNamedWithItsPlace() throws IOException {
    Path file =
        Files.write(folder.resolve("bad"), "a\nxy\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThatExceptionOfType(UnusableException.class)
        .isThrownBy(() -> all(file))
        .withMessage("byte 0xe9 is not text in UTF-8")
        .satisfies(error -> assertThat(error.place()).isEqualTo(file + ":2:3"));
  }

  /** As {@code /proc/kmsg}, from which a reader waits for messages that may never come. */
  @Test
  void fileOfTheKernelIsEmpty() throws IOException {
    assertThat(all(Path.of("/proc/version"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void thingsThatAreNoFilesOfLinesAreRefused(HostileThing thing) throws Exception {
    Path file = folder.resolve("thing");
    thing.replace(file);
    assertThatExceptionOfType(UnusableException.class)
        .isThrownBy(() -> all(file))
        .satisfies(
            error ->
                assertThat(error.place() + ": " + error.getMessage())
                    .containsPattern(thing.reason()));
  }
}
