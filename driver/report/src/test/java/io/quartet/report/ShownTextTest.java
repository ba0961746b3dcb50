package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ShownTextTest {

  @Test
  void pageHasALineForEachBlockAndRow() {
    assertThat(
            ShownText.ofPage(
                """
                <head><title>Run</title><style>p { }</style></head><body><h2>Shares</h2>
                <p>In <b>4</b> of
                  5&nbsp;cases</p><script>hidden()</script>
                <table><tr><th>Group<th>etps</tr>
                <tr><td title="the first">A<td></tr><tr><td><p>B</p><p>b</p><td>2</table>
                <svg aria-label="Two bars"><text>A</text><text>B</text></svg></body>
                """))
        .isEqualTo(
            """
            title: Run
            ## Shares
            In 4 of 5 cases
            Group | etps
            A [the first] |
            B b | 2
            A
            B
            [Two bars]
            """);
  }
}
