package io.quartet.run.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Tls;
import io.quartet.provision.os.KitVersion;
import io.quartet.run.WorkerOptions;
import io.quartet.run.WorkerServer;
import io.quartet.testkit.FreePorts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers are asked before a run whether they could take part in it. */
@Tag("process")
class WorkersCheckTest {

  private static final Duration ONE_TRY = Duration.ofMillis(1);
  private static final Duration SOME_TRIES = Duration.ofMillis(1_700);
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static WorkerServer worker(KitVersion version) {
    return WorkerServer.start(
        new WorkerOptions("127.0.0.1", 0, Optional.empty(), version, Clock.systemUTC()));
  }

  private static List<Problem> problems(Duration longest, Optional<Tls> tls, Address... workers) {
    RunPlan plan =
        TestPlans.small("look", Path.of("/nowhere"), 15_432)
            .withDriver(new Driver(1, List.of(workers), tls));
    return WorkersCheck.problems(plan, longest);
  }

  @Test
  void workersThatAnswerAreNoProblemAndStayFree() {
    try (WorkerServer worker = worker(KitVersion.current())) {
      Address address = new Address("127.0.0.1", worker.port());
      for (int time = 1; time <= 2; time++) {
        assertThat(problems(LONGEST, Optional.empty(), address)).isEmpty();
      }
    }
  }

  @Test
  void everyWorkerThatCannotTakePartIsNamed() {
    try (WorkerServer ours = worker(KitVersion.current());
        WorkerServer old = worker(new KitVersion("0.1-old", ""))) {
      Address dead = new Address("127.0.0.1", FreePorts.next());
      List<Problem> problems =
          problems(
              LONGEST,
              Optional.empty(),
              new Address("127.0.0.1", old.port()),
              new Address("127.0.0.1", ours.port()));
      assertThat(problems).hasSize(1);
      assertThat(problems.get(0).path()).hasToString("driver.workers[0]");
      assertThat(problems.get(0).code()).isEqualTo("WORKER_OTHER_VERSION");

      problems = problems(ONE_TRY, Optional.empty(), dead);
      assertThat(problems).hasSize(1);
      assertThat(problems.get(0).path()).hasToString("driver.workers[0]");
      assertThat(problems.get(0).kind()).isEqualTo(Kind.ENVIRONMENT);
      assertThat(problems.get(0).code()).isEqualTo("WORKER_UNREACHABLE");
      assertThat(problems.get(0).text())
          .contains("worker 1 at " + dead, "Is quartet worker running there");
    }
  }

  @Test
  void workerThatIsNotThereIsToldInPlainWordsWithTheWholeWait() {
    Address dead = new Address("127.0.0.1", FreePorts.next());
    List<Problem> problems = problems(SOME_TRIES, Optional.empty(), dead);
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).text())
        .startsWith("worker 1 at " + dead + " did not answer within 1700 ms: ")
        .doesNotContain("io.grpc", "netty", "nanos", "\n")
        .hasSizeLessThan(300);
  }

  @Test
  void certificatesThatCannotBeUsedAreToldElsewhere() {
    assertThat(
            problems(
                ONE_TRY,
                Optional.of(new Tls("/none", "/none", "/none")),
                new Address("0.0.0.0", FreePorts.next())))
        .isEmpty();
  }
}
