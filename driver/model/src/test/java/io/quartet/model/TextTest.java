package io.quartet.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class TextTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00,
        0x07,
        0x08,
        0x0b,
        0x0d,
        0x1b,
        0x7f, // control characters
        0x85,
        0x9b,
        0x9d, // the same of Latin 1
        0x00ad,
        0x200b,
        0x200e,
        0x2060,
        0xfeff, // invisible
        0x061c,
        0x202a,
        0x202e,
        0x2066,
        0x2069, // direction
        0x2028,
        0x2029, // ends of lines
        0xe0041 // an invisible letter, two units of UTF-16
      })
  void characterThatATerminalObeysOrHidesIsAnEscape(int character) {
    String text = "a" + Character.toString(character) + "b";
    assertThat(Text.visible(text)).matches("a(\\\\u[0-9a-f]{4}){1,2}b");
    assertThat(Text.visibleLines(text)).isEqualTo(Text.visible(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Läufe 日本 🙂 עברית", "C:\\u001b $1", "100 %"})
  void otherTextStaysAsItIs(String text) {
    assertThat(Text.visible(text)).isEqualTo(text);
    assertThat(Text.line("%s", text)).isEqualTo(text);
  }

  @Test
  void onlyTextOfSeveralLinesKeepsTheirEnds() {
    assertThat(Text.visible("a\n\tb")).isEqualTo("a\\u000a\\u0009b");
    assertThat(Text.visibleLines("a\n\tb\r\n")).isEqualTo("a\n\tb\\u000d\n");
  }

  @Test
  void zeroHasNoSign() {
    assertThat(Text.signed(1_234.56, 1)).isEqualTo("+1,235");
    assertThat(Text.signed(-0.05, 2)).isEqualTo("−0.05");
    assertThat(Text.signed(-0.04, 1)).isEqualTo("0.0");
    assertThat(Text.signed(0.4, 0)).isEqualTo("0");
  }

  @Test
  void intervalHasBothEndsOrTheSignForAMissingValue() {
    Function<Double, String> number = end -> end == null ? "-" : Text.format("%+.1f", end);
    assertThat(Text.interval(-0.94, 2.4, number)).isEqualTo("-0.9 to +2.4");
    assertThat(Text.interval(null, null, number)).isEqualTo("-");
  }

  @Test
  void valueOfALineCannotEndIt() {
    assertThat(Text.line("%s: %,d, %.1f %s%n", "a\nvalid", 1_000, 2.5, null))
        .isEqualTo("a\\u000avalid: 1,000, 2.5 null" + System.lineSeparator());
  }

  @Test
  void figuresHaveFourSignificantDigitsAtMost() {
    assertThat(Text.figure(0.384, 2)).isEqualTo("0.38");
    assertThat(Text.figure(12.349, 1)).isEqualTo("12.3");
    assertThat(Text.figure(199.04, 2)).isEqualTo("199.0");
    assertThat(Text.figure(999.96, 1)).isEqualTo("1,000");
    assertThat(Text.figure(1_234.5, 2)).isEqualTo("1,235");
    assertThat(Text.figure(-12_345.6, 1)).isEqualTo("−12,350");
    assertThat(Text.figure(0, 2)).isEqualTo("0.00");
    assertThat(Text.figure(Double.POSITIVE_INFINITY, 2)).isEqualTo("Infinity");
    assertThat(Text.seconds(7_198.64, 1)).isEqualTo("7,199 s");
  }

  @Test
  void longTextIsCutAfterAWord() {
    assertThat(Text.cut("one two", 7)).isEqualTo("one two");
    assertThat(Text.cut("one two three", 9)).isEqualTo("one two…");
    assertThat(Text.cut("antidisestablishment", 5)).isEqualTo("anti…");
  }

  @Test
  void chosenNumbersHaveAllTheirDigits() {
    assertThat(Text.chosen(5)).isEqualTo("5");
    assertThat(Text.chosen(0.125)).isEqualTo("0.125");
    assertThat(Text.chosen(12_345.5)).isEqualTo("12,345.5");
  }
}
