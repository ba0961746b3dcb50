package io.quartet.run.internal.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.VmRole;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.results.events.RunEvent;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The quiet start of two real servers. Disks are those of the test machine, which others use. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuietStartTest {

  private static final Duration TWO_LOOKS = Duration.ofSeconds(3);

  private final List<String> said = new CopyOnWriteArrayList<>();
  private final RunListener listener =
      new RunListener() {
        @Override
        public void onPreparing(String what) {
          said.add(what);
        }
      };

  private TestDeployment servers;
  private Databases databases;
  private DatabaseServer oltp;

  @BeforeAll
  void up() throws IOException, SQLException {
    servers = TestDeployment.ofOneSet("quiet-start-test");
    databases = new Databases(servers.deployment());
    oltp = servers.database(servers.plan().sets().get(0), VmRole.OLTP);
    for (DatabaseServer server : servers.deployment().databases()) {
      servers.deployment().prepare(server, Purpose.RUNNING);
    }
    servers.execute(
        oltp,
        "CREATE TABLE item AS SELECT generate_series(1, 100000) AS id",
        "DELETE FROM item WHERE id % 2 = 0");
  }

  @AfterAll
  void down() {
    databases.close();
    servers.close();
  }

  private String lastCheckpoint() throws SQLException {
    return servers.column(oltp, "SELECT redo_lsn::text FROM pg_control_checkpoint()").get(0);
  }

  @Test
  void quietServersHaveACheckpointAndNothingToWaitFor() throws Exception {
    servers.execute(oltp, "CREATE TABLE IF NOT EXISTS written ()", "DROP TABLE written");
    String before = lastCheckpoint();
    RunEvent.QuietStart start =
        (RunEvent.QuietStart)
            QuietStart.await(servers.deployment(), databases, listener).orElseThrow();
    assertThat(lastCheckpoint()).isNotEqualTo(before);
    assertThat(start.withoutCheckpoint()).isEmpty();
    assertThat(start.busy()).allMatch(busy -> busy.startsWith("disk "));
    assertThat(said).contains("writing a checkpoint of every database");
  }

  @Test
  void vacuumIsWaitedForUntilTheLimitAndNamed() throws Exception {
    try (Connection connection = databases.connect(oltp);
        Statement vacuum = connection.createStatement()) {
      vacuum.execute("SET vacuum_cost_delay = 100");
      vacuum.execute("SET vacuum_cost_limit = 1");
      Thread slow =
          new Thread(
              () -> {
                try {
                  vacuum.execute("VACUUM item");
                } catch (SQLException e) {
                  // It is cancelled below.
                }
              });
      slow.start();
      while (servers.column(oltp, "SELECT pid FROM pg_stat_progress_vacuum").isEmpty()) {
        assertThat(slow.isAlive()).isTrue();
        Thread.sleep(20);
      }
      RunEvent.QuietStart start =
          new QuietStart(servers.deployment(), databases, listener).await(TWO_LOOKS);
      vacuum.cancel();
      slow.join();
      assertThat(start.busy()).contains(oltp.vm() + ": autovacuum");
      assertThat(said)
          .anyMatch(text -> text.startsWith("waiting until") && text.contains("a1-vm3"));
    }
  }

  @Test
  void interruptEndsIt() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> QuietStart.await(servers.deployment(), databases, listener))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
  }
}
