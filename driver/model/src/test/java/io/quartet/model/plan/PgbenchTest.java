package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.plan.Pgbench.Protocol;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.Pgbench.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PgbenchTest {

  private final Script reads = Script.builtIn(0, "select-only", 9);
  private final Script own = Script.ofFile(1, Path.of("/scripts/own.sql"), 1);
  private final ClientLoad clients = ClientLoad.closed(2, 5);

  private Pgbench with(ClientLoad load) {
    return new Pgbench(
        Optional.empty(),
        load,
        List.of(reads, own),
        Protocol.SIMPLE,
        Tables.ofScale(1),
        Optional.empty(),
        1,
        1);
  }

  @Test
  void everyScriptIsAKindOfRequestAndCounts() {
    Pgbench pgbench = with(clients);

    assertThat(pgbench.kinds()).containsExactly(reads, own);
    assertThat(pgbench.weights()).isEqualTo(Map.of(reads, 9, own, 1));
    assertThat(pgbench.headline().unit()).isEqualTo("tps");
    assertThat(pgbench.headline().kinds()).containsExactlyInAnyOrder(reads, own);
    assertThat(own.label()).isEqualTo("own.sql");
  }

  @Test
  void onlySelectOnlyIsKnownToReadOnly() {
    assertThat(reads.isWriting()).isFalse();
    assertThat(own.isWriting()).isTrue();
    assertThat(Script.builtIn(0, "tpcb-like", 1).isWriting()).isTrue();
    assertThat(Script.ofFile(0, Path.of("/select-only"), 1).isWriting()).isTrue();
  }

  @Test
  void usersAreTheClientsOfAllDatabasesUnlessThereIsARate() {
    assertThat(with(clients).users(0)).hasValue(10);
    assertThat(with(clients).isPaced()).isFalse();

    Pgbench paced = with(new ClientLoad(clients.clients(), OptionalDouble.of(100), 1));
    assertThat(paced.users(0)).isEmpty();
    assertThat(paced.isPaced()).isTrue();
    assertThat(paced.describeLoad()).isEqualTo("paced, 100 tps and 5 clients for each database");
  }

  @Test
  void setHasOneDatabaseAndNoTierA() {
    Pgbench pgbench = with(clients);
    RunPlan plan =
        TestPlans.withPhases(TestPlans.demo(2), pgbench.load().table()).withWorkload(pgbench);

    assertThat(plan.databases()).containsExactly("a1-vm3", "a2-vm3");
    assertThat(plan.roles()).containsExactly(VmRole.OLTP);
    assertThat(plan.setsWithTierA()).isEmpty();
    assertThat(plan.userSessions()).isEqualTo(5);
    assertThat(plan.marketSessions()).isZero();
    assertThat(plan.durabilityObstacle().orElseThrow())
        .startsWith("its workload is pgbench, but the test follows the trades of a brokerage.");
  }
}
