package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class JsonLinesTest {

  /** {@code [0,1,2,...]}. */
  private static String numbers(int length) {
    return IntStream.range(0, length)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String withoutLast(String lines) {
    return lines.substring(0, lines.indexOf("document = "));
  }

  @Test
  void everyValueHasALineAndFieldsAreSorted() {
    assertThat(
            withoutLast(
                JsonLines.of("{\"ramp\":null,\"b\":[{\"z\":1.50,\"a\":\"x\"}],\"empty\":{}}")))
        .isEqualTo("b[0].a = \"x\"\nb[0].z = 1.5\nempty = {}\nramp = null\n");
  }

  @Test
  void lastLineCoversTheOrderOfFields() {
    String first = JsonLines.of("{\"a\":1,\"b\":2}");
    String second = JsonLines.of("{\"b\":2,\"a\":1}");

    assertThat(withoutLast(first)).isEqualTo(withoutLast(second));
    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void longSeriesAreReducedAndShortOnesAreKept() {
    assertThat(withoutLast(JsonLines.of(numbers(20)))).hasLineCount(20);
    // printf '[%s]' "$(seq -s, 0 20)" | sha256sum
    assertThat(withoutLast(JsonLines.of("{\"long\":" + numbers(21) + "}")))
        .isEqualTo(
            "long = 21 values, 0 to 20, sha256"
                + " dc1c077001b8219bb52deaba68e4bfa86f747e1bcec00ce538087459f4638c09\n");
  }

  @Test
  void longTableIsReducedByColumn() {
    String rows =
        IntStream.range(0, 101)
            .mapToObj("{\"name\":\"same\",\"figure\":%d}"::formatted)
            .collect(Collectors.joining(",", "{\"rows\":[", "]}"));
    String before = withoutLast(JsonLines.of(rows));
    String after = withoutLast(JsonLines.of(rows.replace("\"figure\":50}", "\"other\":1}")));

    assertThat(before.lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("rows[*].figure = 101 values, 0 to 100, sha256 "),
            line -> assertThat(line).startsWith("rows[*].name = 101 values, \"same\" to "));
    assertThat(after.lines()).hasSize(3).contains(before.lines().toList().get(1));
    assertThat(after.lines().toList().get(0)).isNotEqualTo(before.lines().toList().get(0));
  }
}
