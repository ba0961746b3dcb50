package io.quartet.results.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class TriedIndexTest {

  @Test
  void nameAndTableAreRead() {
    TriedIndex index =
        TriedIndex.built("create index Trade_By_X on public.trade using btree (t_dts DESC);");

    assertThat(index.name()).isEqualTo("trade_by_x");
    assertThat(index.table()).isEqualTo("trade");
    assertThat(index.isDropped()).isFalse();
    assertThat(index.sql())
        .isEqualTo("create index Trade_By_X on public.trade using btree (t_dts DESC)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE UNIQUE INDEX a ON trade (t_id)",
        "CREATE INDEX a ON trade (t_ca_id, t_dts) INCLUDE (t_id)",
        "CREATE INDEX a ON trade(lower(t_exec_name)) WHERE t_is_cash",
        " CREATE INDEX a\nON trade\n(t_id)\n"
      })
  void everyCreateIndexIsTaken(String statement) {
    assertThat(TriedIndex.built(statement).table()).isEqualTo("trade");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE trade",
        "CREATE INDEX ON trade (t_id)",
        "CREATE INDEX CONCURRENTLY ON trade (t_id)",
        "CREATE INDEX CONCURRENTLY a ON trade (t_id)",
        "CREATE INDEX a ON trade (t_id); DROP TABLE trade",
        "CREATE TABLE a (b int)",
        "SELECT 1",
        ""
      })
  void anythingElseIsRefused(String statement) {
    assertThatThrownBy(() -> TriedIndex.built(statement))
        .hasMessageContaining("is not one CREATE INDEX statement")
        .hasMessageContaining("CREATE INDEX trade_by_executor ON trade");
  }

  @Test
  void sliceIsReadWithWhatIsKnown() {
    Slice slice =
        Slice.of(
            "TRADE_STATUS",
            "{\"database\":\"a\",\"slice\":2,\"executions\":10,\"micros\":100,"
                + "\"cpuMicros\":null,\"sharedHit\":7,\"sharedRead\":3,\"walBytes\":90}");

    assertThat(slice.cpuMicros()).isEmpty();
    assertThat(slice.buffers()).hasValue(10);
    assertThat(slice.walBytes()).hasValue(90);
    assertThat(slice.number()).isEqualTo(2);
  }
}
