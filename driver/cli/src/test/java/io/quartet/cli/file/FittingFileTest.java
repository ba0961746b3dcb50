package io.quartet.cli.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import io.quartet.provision.embedded.LocalNeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class FittingFileTest {

  private static final Machine SMALL = new Machine(2, 4_000_000_000L);

  @TempDir private Path folder;

  @Test
  void theFileOfTheSmallestMachineReadsAsThePlanThatFits() throws Exception {
    FittingFile fitting = FittingFile.of("mine", SMALL, 10_000_000_000L, Path.of("/data"));
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, fitting.text());

    RunPlan plan = BenchmarkFile.load(file);

    assertThat(plan.name()).isEqualTo("mine");
    assertThat(plan.userSessions()).isEqualTo(16);
    assertThat(plan.database().tradeDays()).isEqualTo(2);
    assertThat(plan.timeline().total()).isLessThan(Duration.ofMinutes(10));
    assertThat(LocalNeeds.of(plan, SMALL).memoryBytes()).isLessThan(SMALL.memoryBytes());
    assertThat(LocalNeeds.of(plan, SMALL).sharedBuffersMib(plan.sets().get(0), VmRole.DSS))
        .isEqualTo(158);
  }

  @Test
  void commentsTellTheMachineAndTheExpectedTimes() {
    FittingFile fitting = FittingFile.of("mine", SMALL, 10_000_000_000L, Path.of("/data"));

    assertThat(fitting.text().lines().limit(6))
        .allMatch(line -> line.startsWith("# "))
        .anyMatch(line -> line.contains("2 processors, 3.7 GiB of memory, 9.3 GiB free in /data"))
        .anyMatch(
            line -> line.matches("# expected: up and load [12]:\\d\\d min, run \\d:\\d\\d min"));
    assertThat(fitting.text())
        .contains("loadUnits: {A: 1, B: 2, C: 3, D: 4}   # 1,000 customers each")
        .contains("  users: 16                      # more users");
    assertThat(fitting.text().lines()).allMatch(line -> line.length() <= 100);
  }
}
