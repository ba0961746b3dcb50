package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.SqlStateCount;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SetClientTest {

  private final Stage stage = new Stage(Stage.plan());

  private void answer(Outcome outcome, int status, String message) {
    stage.client.close(
        stage.client.open(TransactionType.TRADE_LOOKUP, 0),
        new EngineReply(
            outcome, status, 2, 900, false, List.of(), List.of(), new byte[0], "", "", message));
  }

  @Test
  void eachKindOfWrongAnswerIsReportedOnceWithWhatTheEngineSaid() {
    answer(Outcome.WRONG_ANSWER, -611, "transaction 6: status -611");
    answer(Outcome.WRONG_ANSWER, -611, "transaction 6: status -611");
    answer(Outcome.WRONG_ANSWER, -642, "transaction 6: status -642");
    answer(Outcome.ENGINE_ERROR, 0, "no such column");
    answer(Outcome.TIMEOUT, 0, "canceling statement");

    assertThat(stage.events)
        .hasSize(3)
        .allMatch(event -> event.startsWith("error {set=a1, transaction=Trade-Lookup, cause="));
    assertThat(stage.events.get(0)).contains("cause=status -611, message=transaction 6");
    assertThat(stage.books.snapshot().sqlStates())
        .extracting(row -> row.sqlState() + " " + row.count())
        .containsExactlyInAnyOrder("status -611 2", "status -642 1", "engineError 1", "timeout 1");
    assertThat(stage.books.snapshot().sqlStates())
        .allMatch(row -> row.kind() == SqlStateCount.Kind.FAILURE);
  }

  @Test
  void roundTripsOfEarlierAttemptsCount() {
    stage.client.close(
        stage.client.open(TransactionType.TRADE_RESULT, 0),
        new EngineReply(
            Outcome.COMMITTED, 0, 4, 900, false, List.of(), List.of(), new byte[0], "", "", ""),
        1,
        3);

    assertThat(stage.books.snapshot().rows())
        .filteredOn(row -> row.kind() == TransactionType.TRADE_RESULT && row.committed() > 0)
        .singleElement()
        .satisfies(row -> assertThat(row.roundTrips()).isEqualTo(7));
  }
}
