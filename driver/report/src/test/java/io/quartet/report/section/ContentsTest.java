package io.quartet.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ContentsTest {

  private static final String TEXT = "{Result}s of a {request}, {result}s, MiB/{trade}, {unit}";

  @Test
  void termsAreThoseOfTheWorkload() {
    assertThat(Contents.BROKERAGE.words(TEXT))
        .isEqualTo("Trade-Results of a customer request, Trade-Results, MiB/trade, etps");
    assertThat(Contents.PGBENCH.words(TEXT))
        .isEqualTo("Transactions of a transaction, transactions, MiB/transaction, tps");
  }

  @Test
  void onlyWholeKeysAreRenamed() {
    assertThat(Contents.BROKERAGE.key("etps")).isEqualTo("etps");
    assertThat(Contents.PGBENCH.key("etps")).isEqualTo("tps");
    assertThat(Contents.PGBENCH.key("etpsOfAFile")).isEqualTo("etpsOfAFile");
  }
}
