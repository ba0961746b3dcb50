package io.quartet.run.internal.pgbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of transaction logs as pgbench 15 and 18 write them. */
@Tag("unit")
class LogParserTest {

  private static LoggedTransactions read(LogParser parser, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return parser.read(bytes, bytes.length);
  }

  private static LogParser plain() {
    return new LogParser(false, false, 2);
  }

  @Test
  void lineOfAClosedLoad() {
    LoggedTransactions lines = read(plain(), "0 2 761 1 1795705044 483768\n");
    assertThat(lines.count()).isEqualTo(1);
    assertThat(lines.how(0)).isEqualTo(End.COMMITTED);
    assertThat(lines.endMicros(0)).isEqualTo(1_795_705_044_483_768L);
    assertThat(lines.tookMicros(0)).isEqualTo(761);
    assertThat(lines.script(0)).isEqualTo(1);
  }

  @Test
  void lagAndRetriesStandAtTheEnd() {
    LogParser both = new LogParser(true, true, 1);
    LoggedTransactions lines = read(both, "1 2 1598 0 1795705046 677145 1004 3\n");
    assertThat(lines.lagMicros(0)).isEqualTo(1_004);
    assertThat(lines.retries(0)).isEqualTo(3);
    assertThat(read(new LogParser(false, true, 1), "1 2 1598 0 1795705046 677145 2\n").retries(0))
        .isEqualTo(2);
    assertThat(
            read(new LogParser(true, false, 1), "1 2 1598 0 1795705046 677145 17.93\n")
                .lagMicros(0))
        .isEqualTo(17);
  }

  @Test
  void wordsStandInPlaceOfATime() {
    LoggedTransactions lines =
        read(
            new LogParser(true, true, 1),
            """
            0 1 skipped 0 1795705046 1 20017 0
            0 2 serialization 0 1795705046 2 5 1
            0 3 deadlock 0 1795705046 3 5 1
            0 4 failed 0 1795705046 4 5 1
            """);
    assertThat(lines.count()).isEqualTo(4);
    assertThat(lines.how(0)).isEqualTo(End.SKIPPED);
    assertThat(lines.how(1)).isEqualTo(End.SERIALIZATION);
    assertThat(lines.how(2)).isEqualTo(End.DEADLOCK);
    assertThat(lines.how(3)).isEqualTo(End.OTHER_FAILURE);
    assertThat(lines.tookMicros(1)).isZero();
  }

  @Test
  void linesMayBeTornAnywhere() {
    String text = "0 1 8052 0 1795705044 483000\n0 2 skipped 1 1795705044 483768\n";
    for (int cut = 0; cut <= text.length(); cut++) {
      LogParser parser = plain();
      LoggedTransactions first = read(parser, text.substring(0, cut));
      LoggedTransactions second = read(parser, text.substring(cut));
      assertThat(first.count() + second.count()).as("cut at %d", cut).isEqualTo(2);
      assertThat(parser.isTorn()).isFalse();
    }
    LogParser torn = plain();
    read(torn, "0 1 80");
    assertThat(torn.isTorn()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "0 1 8052 0 1795705044\n",
        "0 1 8052 0 1795705044 483000 5\n",
        "0 1 8052 2 1795705044 483000\n",
        "0 1 8052 x 1795705044 483000\n",
        "0 1  8052 0 1795705044 483000\n",
        "1795705044 11291 9 8 7 6 5 4 3 2 1\n"
      })
  void otherLinesAreRefused(String line) {
    assertThatThrownBy(() -> read(plain(), line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a line that is none");
  }
}
