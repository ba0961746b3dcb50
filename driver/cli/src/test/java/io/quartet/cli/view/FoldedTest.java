package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FoldedTest {

  private static final String WORDS = "word ".repeat(30).strip();

  @Test
  void longLinesEndAtABlankAndContinueFurtherIn() {
    assertThat(Folded.lines("short\n\n  - " + WORDS + "\n").lines())
        .containsExactly(
            "short", "", "  - " + "word ".repeat(19).strip(), "    " + "word ".repeat(11).strip());
  }

  @Test
  void restOfALineBeginsAtAColumn() {
    assertThat(Folded.lines("label    " + WORDS, 9).lines())
        .allMatch(line -> line.length() <= Folded.WIDTH)
        .last()
        .isEqualTo(" ".repeat(9) + "word ".repeat(12).strip());
  }

  @Test
  void lineOfTheFullWidthStays() {
    String line = "x".repeat(50) + " " + "y".repeat(49);
    assertThat(Folded.lines(line).lines()).containsExactly(line);
    assertThat(Folded.lines(line + "y").lines()).hasSize(2);
  }

  /** A path that was cut could not be copied. */
  @Test
  void onlyAPathIsLongerThanALine() {
    String path = "/" + "x".repeat(150);
    assertThat(Folded.lines("page: " + path + " and more").lines())
        .containsExactly("page: " + path, "  and more");
    assertThat(Folded.lines(WORDS.substring(0, 98) + " a/b").lines().toList().get(1))
        .isEqualTo("  a/b");
    assertThat(Folded.lines("x".repeat(150)).lines())
        .containsExactly("x".repeat(100), "  " + "x".repeat(50));
  }

  @Test
  void rowsFarInAreFoldedToo() {
    assertThat(Folded.lines(" ".repeat(98) + "abcdefghijk def").lines())
        .containsExactly(" ".repeat(98) + "ab", " ".repeat(50) + "cdefghijk def");
    assertThat(Folded.lines(" ".repeat(120) + "a").lines()).hasSize(1);
    assertThat(Folded.lines(" ".repeat(120) + "ab").lines())
        .containsExactly(" ".repeat(120) + "a", " ".repeat(50) + "b");
  }

  @Test
  void noCharacterIsCut() {
    String smile = "\uD83D\uDE00";
    assertThat(Folded.lines("x" + smile.repeat(60)).lines())
        .containsExactly("x" + smile.repeat(49), "  " + smile.repeat(11));
    assertThat(Folded.lines(" ".repeat(99) + smile + "b").lines())
        .allMatch(line -> line.isBlank() || line.contains(smile));
  }

  @Test
  void commandsAndTagsStayWhole() {
    String words = "word ".repeat(17);
    assertThat(Folded.lines(words + "quartet audit DIR --second OTHER").lines())
        .containsExactly(words.strip(), "  quartet audit DIR --second OTHER");
    String tag = "disk=" + "x".repeat(150);
    assertThat(Folded.lines("  " + tag, 2).lines()).containsExactly("  " + tag);
  }
}
