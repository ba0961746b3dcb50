package io.quartet.provision.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.plan.TestPlans;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LockHolderTest {

  private static final Instant START = Instant.parse("2026-11-23T03:00:00Z");

  @Test
  void applicationNameReadsBackAsASentence() {
    LockHolder holder = new LockHolder("run", 4_242, "driver-1", START, "laptop");

    assertThat(holder.applicationName()).isEqualTo("run 4242 driver-1 20261123T030000Z laptop");
    assertThat(LockHolder.describe(holder.applicationName(), 1))
        .isEqualTo(
            "quartet run (process 4242 on driver-1, since 20261123T030000Z, benchmark laptop)");
  }

  @Test
  void longNameIsCutToWhatTheServerKeeps() {
    String name =
        new LockHolder("check", 4_194_304, "x".repeat(20), START, "y".repeat(63)).applicationName();

    assertThat(name).hasSize(63);
    assertThat(LockHolder.describe(name, 1))
        .startsWith("quartet check (process 4194304 on xxxx")
        .contains("benchmark yyyyyyyy");
  }

  @Test
  void thisProcessFits() {
    LockHolder here = LockHolder.here(TestPlans.demo(1));

    assertThat(here.process()).isEqualTo(ProcessHandle.current().pid());
    assertThat(LockHolder.describe(here.applicationName(), 1))
        .startsWith("Quartet (process " + here.process() + " on " + here.host());
  }

  @Test
  void otherSessionsAreNamedAsTheyAre() {
    assertThat(LockHolder.describe("psql", 77)).isEqualTo("'psql' (process 77 of the server)");
    assertThat(LockHolder.describe("", 77)).isEqualTo("another session (process 77 of the server)");
  }
}
