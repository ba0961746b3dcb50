package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.fake.FakeConnection.Answer;
import io.quartet.tiera.fake.FakeConnection.Request;
import io.quartet.tiera.fake.FakeInputs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class DataMaintenanceTest {

  private final Stage stage = new Stage(Stage.plan());

  private DataMaintenance maintenance(Duration end) {
    return new DataMaintenance(
        stage.client,
        stage.clock::at,
        Duration.ofSeconds(60),
        Duration.ofSeconds(15),
        end,
        new FakeInputs(685),
        new FakeInputs(685));
  }

  private List<Request> sent(Target target) {
    return stage.connection.requests(TransactionType.DATA_MAINTENANCE).stream()
        .filter(request -> request.target() == target)
        .toList();
  }

  @Test
  void tablesTakeTurnsOnTheCadenceInBothDatabases() {
    maintenance(Duration.ofMinutes(13)).start();
    stage.clock.advance(Duration.ofMinutes(20));

    for (Target target : List.of(Target.DSS, Target.OLTP)) {
      List<Request> requests = sent(target);
      assertThat(requests).hasSize(13);
      for (int turn = 0; turn < requests.size(); turn++) {
        assertThat(requests.get(turn).nanos())
            .isEqualTo(Duration.ofSeconds(15 + 60L * turn).toNanos());
        assertThat(new String(requests.get(turn).input(), StandardCharsets.UTF_8))
            .isEqualTo("table " + (turn % 12 + 1));
      }
    }
  }

  @Test
  void slowOneDoesNotDelayTheNext() {
    stage.connection.answer(request -> Answer.committed(Duration.ofSeconds(100)));
    maintenance(Duration.ofMinutes(3)).start();
    stage.clock.advance(Duration.ofMinutes(3));

    assertThat(sent(Target.DSS)).hasSize(3);
  }

  @Test
  void nothingIsSentAfterTheEnd() {
    DataMaintenance maintenance = maintenance(Duration.ofMinutes(30));
    maintenance.start();
    stage.clock.advance(Duration.ofSeconds(20));
    maintenance.end();
    stage.clock.advance(Duration.ofMinutes(5));

    assertThat(sent(Target.OLTP)).hasSize(1);
  }
}
