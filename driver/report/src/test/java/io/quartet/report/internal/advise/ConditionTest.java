package io.quartet.report.internal.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class ConditionTest {

  private static final Set<String> COLUMNS =
      Set.of("t_ca_id", "t_dts", "t_s_symb", "t_qty", "t_is_cash");

  private static List<Condition> in(String text) {
    return Condition.in(text, COLUMNS);
  }

  @Test
  void equalitiesAndRangesAreTold() {
    assertThat(in("((t_ca_id = $1) AND (t_dts >= $2))"))
        .containsExactly(new Condition("t_ca_id", true), new Condition("t_dts", false));
  }

  @Test
  void castsAliasesAndSidesDoNotMatter() {
    assertThat(in("((trade.t_s_symb)::text = ($1)::text)"))
        .containsExactly(new Condition("t_s_symb", true));
    assertThat(in("($1 < t.t_dts)")).containsExactly(new Condition("t_dts", false));
    assertThat(in("(t_ca_id = ANY ($1))")).containsExactly(new Condition("t_ca_id", true));
    assertThat(in("(t_s_symb = 'A) AND (B'::bpchar)"))
        .containsExactly(new Condition("t_s_symb", true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "((t_ca_id = $1) OR (t_dts >= $2))",
        "(t_qty <> $1)",
        "(lower(t_s_symb) = $1)",
        "(t_qty > t_ca_id)",
        "(t_ca_id IS NULL)",
        "t_is_cash",
        "(b_id = $1)",
        ""
      })
  void whatNoIndexOfColumnsAnswersIsPassedOver(String text) {
    assertThat(in(text)).isEmpty();
  }

  @Test
  void columnsOfAnIndexAreThoseOfItsKey() {
    assertThat(IndexColumns.of("(t_ca_id, t_dts DESC) INCLUDE (t_qty)"))
        .containsExactly("t_ca_id", "t_dts");
    assertThat(IndexColumns.of("FOREIGN KEY (t_ca_id) REFERENCES customer_account(ca_id)"))
        .containsExactly("t_ca_id");
  }
}
