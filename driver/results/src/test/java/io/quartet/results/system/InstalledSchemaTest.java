package io.quartet.results.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.system.InstalledSchema.Column;
import io.quartet.results.system.InstalledSchema.Constraint;
import io.quartet.results.system.InstalledSchema.Function;
import io.quartet.results.system.InstalledSchema.Index;
import io.quartet.results.system.InstalledSchema.Table;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class InstalledSchemaTest {

  private static final List<String> LINES =
      List.of(
          "column trade.t_id bigint NOT NULL",
          "column trade.t_dts timestamp(3) without time zone DEFAULT now()",
          "column trade_type.tt_id character varying(3) NOT NULL",
          "constraint trade trade_pkey PRIMARY KEY (t_id)",
          "function settle(bigint, text) 0123456789abcdef0123456789abcdef",
          "index CREATE INDEX trade_by_id ON public.trade USING hash (t_id)",
          "index CREATE UNIQUE INDEX trade_pkey ON public.trade USING btree (t_id) INCLUDE (t_dts)",
          "load: generator 2, trade days 1, news length 10000, indexes covering, role oltp",
          "table trade {fillfactor=90}",
          "table trade_type",
          "trigger CREATE TRIGGER late AFTER INSERT ON public.trade EXECUTE FUNCTION settle()");

  @Test
  void linesBecomeTablesIndexesAndParameters() {
    InstalledSchema schema = InstalledSchema.of(LINES);

    assertThat(schema.isComplete()).isTrue();
    assertThat(schema.load())
        .containsEntry("generator", "2")
        .containsEntry("trade days", "1")
        .containsEntry("indexes", "covering")
        .containsEntry("role", "oltp");
    assertThat(schema.tables())
        .containsExactly(
            new Table(
                "trade",
                "{fillfactor=90}",
                List.of(
                    new Column("t_id", "bigint NOT NULL"),
                    new Column("t_dts", "timestamp(3) without time zone DEFAULT now()")),
                List.of(new Constraint("trade_pkey", "PRIMARY KEY (t_id)"))),
            new Table(
                "trade_type",
                "",
                List.of(new Column("tt_id", "character varying(3) NOT NULL")),
                List.of()));
    assertThat(schema.indexes())
        .containsExactly(
            new Index("trade", "trade_by_id", false, "hash", "(t_id)"),
            new Index("trade", "trade_pkey", true, "btree", "(t_id) INCLUDE (t_dts)"));
    assertThat(schema.triggers()).singleElement().asString().startsWith("CREATE TRIGGER late");
    assertThat(schema.functions())
        .containsExactly(new Function("settle(bigint, text)", "0123456789abcdef0123456789abcdef"));
  }

  @Test
  void fileCutShortAnywhereIsNotComplete() {
    for (int lines = 0; lines < LINES.size() - 1; lines++) {
      assertThat(InstalledSchema.of(LINES.subList(0, lines)).isComplete())
          .as("%d lines", lines)
          .isFalse();
    }
    List<String> torn = List.of(LINES.get(0), LINES.get(7), "table trad");
    assertThat(InstalledSchema.of(torn).isComplete()).isFalse();
  }

  @Test
  void lineThatCannotBeReadIsNotPassedOver() {
    assertThat(InstalledSchema.of(List.of(LINES.get(0), LINES.get(7), "table trade")).isComplete())
        .isTrue();
    assertThat(
            InstalledSchema.of(List.of(LINES.get(0), LINES.get(7), "table trade", "view v"))
                .isComplete())
        .isFalse();
  }
}
