package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.events.RunEvent.CollectorFailed;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real collectors on this machine; no database. */
@Tag("process")
class HostCollectorsTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path results;
  private ResultsFolder folder;
  private Path stats;
  private final BlockingQueue<CollectorFailed> failures = new LinkedBlockingQueue<>();

  @BeforeEach
  void makeFolder() {
    folder = ResultsFolder.create(results, "run");
    stats = folder.file("stats/host");
  }

  private RunPlan plan(Duration interval) {
    return TestPlans.withInterval(TestPlans.small("collectors", results, 15432), interval);
  }

  private HostCollectors start(Duration interval) {
    return start(plan(interval));
  }

  private HostCollectors start(RunPlan plan) {
    return HostCollectors.startIn(folder, plan, event -> failures.add((CollectorFailed) event));
  }

  @Test
  void filesOfThisMachineAreWrittenAndWholeAfterwards() throws Exception {
    try (HostCollectors collectors = start(Duration.ofSeconds(1))) {
      for (String file : List.of("cpu.csv", "memory.csv", "network.csv", "disk.csv", "space.csv")) {
        await(() -> lines(stats.resolve(file)).size() > 1);
      }
      await(() -> Files.exists(stats.resolve("facts.json")));
    }
    List<String> rows = lines(stats.resolve("cpu.csv"));
    assertThat(rows.get(0)).startsWith("utc_ms,user_pct,");
    Thread.sleep(1_500);
    assertThat(lines(stats.resolve("cpu.csv"))).isEqualTo(rows);
    assertThat(failures).isEmpty();
  }

  /** They are scripts that start programs: what those used counts. */
  @Test
  void processorTimeOfEverythingTheyStartIsCounted() throws Exception {
    try (HostCollectors collectors = start(Duration.ofSeconds(1))) {
      long pid = collectors.processId().orElseThrow();
      await(() -> ProcessSample.ofTree(pid).processes() > ProcessSample.ofFamily(pid).processes());
      await(() -> cpuMillis(ProcessSample.ofTree(pid)) > cpuMillis(ProcessSample.ofFamily(pid)));
    }
  }

  private static long cpuMillis(ProcessSample sample) {
    return sample.userMillis() + sample.systemMillis();
  }

  @Test
  void collectorsThatEndAreAnEventWithTheirReason() throws Exception {
    try (HostCollectors collectors = start(Duration.ofMillis(10))) {
      CollectorFailed failure = failures.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(failure.vm()).isEqualTo("host");
      assertThat(failure.reason()).startsWith("exit code 2: ").contains("0.010");
    }
    assertThat(failures).isEmpty();
  }

  /** Nobody listens where the configuration leads. */
  @Test
  void machineThatCannotBeReachedIsAnEventOfItsFirstVm() throws Exception {
    Path configuration = Files.writeString(results.resolve("ssh_config"), "Port 1\n");
    RunPlan embedded =
        TestPlans.withOneSet(plan(Duration.ofSeconds(1)), 1, Duration.ofSeconds(1), 1);
    Address tierA = new Address("127.9.1.1", 7400);
    Address databases = new Address("127.9.1.2", 5432);
    RunPlan plan =
        TestPlans.withSsh(
            TestPlans.onHosts(
                embedded,
                Map.of(new VmSet(VmGroup.A, 1), new SetHosts(tierA, databases, databases)),
                Optional.empty()),
            new Ssh(Optional.of("nobody"), Optional.of(configuration.toString())));
    try (HostCollectors collectors = start(plan)) {
      Map<Object, String> reasons = new HashMap<>();
      for (int i = 0; i < 2; i++) {
        CollectorFailed failure = failures.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
        reasons.put(failure.vm(), failure.reason());
      }
      assertThat(reasons).containsOnlyKeys("a1-vm1", "a1-vm2");
      assertThat(reasons.get("a1-vm2"))
          .startsWith("exit code 3: ")
          .contains("127.9.1.2 port 1: Connection refused", "no connection to 127.9.1.2");
      await(() -> lines(stats.resolve("cpu.csv")).size() > 1);
    }
    assertThat(failures).isEmpty();
    assertThat(folder.file("logs/collectors-a1-vm1.log")).exists();
  }

  @Test
  void folderThatCannotBeMadeIsAnEvent() throws Exception {
    Files.createFile(stats);
    try (HostCollectors collectors = start(Duration.ofSeconds(1))) {
      assertThat(failures).hasSize(1);
    }
    assertThat(failures).hasSize(1);
  }

  @Test
  void eventThatCannotBeWrittenDoesNotEndTheRun() throws Exception {
    Files.createFile(stats);
    HostCollectors.startIn(
            folder,
            plan(Duration.ofSeconds(1)),
            event -> {
              throw new IllegalStateException("disk full");
            })
        .close();
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
