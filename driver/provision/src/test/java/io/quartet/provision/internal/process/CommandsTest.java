package io.quartet.provision.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class CommandsTest {

  private static Commands.Result run(Duration limit, String... command) {
    return Commands.run(Path.of("/"), List.of(command), limit);
  }

  @Test
  void commandThatIsTooSlowIsEndedAndItsOutputSaysSo() {
    Commands.Result result =
        run(Duration.ofSeconds(1), "bash", "-c", "trap : EXIT; echo begun; said=$(sleep 1000)");

    assertThat(result.isLate()).isTrue();
    assertThat(result.isSuccess()).isFalse();
    assertThat(result.output()).isEqualTo("begun\nit took longer than 1 s and was ended");
  }

  /** scripts/lib/java-tests.sh sets some of them for this process. */
  @Test
  void variablesOfLibpqAreNotInherited() {
    Commands.Result result =
        Commands.run(Path.of("/"), "", List.of("env"), Map.of("PGPASSFILE", "/of/the/driver"));

    assertThat(result.output().lines().filter(line -> line.startsWith("PG")))
        .containsExactly("PGPASSFILE=/of/the/driver");
  }

  @Test
  void failureInTimeIsNoDelay() {
    Commands.Result result = run(Duration.ofMinutes(10), "bash", "-c", "echo bad; exit 3");

    assertThat(result).isEqualTo(new Commands.Result(3, "bad", false));
  }
}
