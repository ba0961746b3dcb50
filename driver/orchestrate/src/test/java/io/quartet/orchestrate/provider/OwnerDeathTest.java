package io.quartet.orchestrate.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.RunPlan;
import io.quartet.orchestrate.OwnerMain;
import io.quartet.orchestrate.TestPlans;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left of a driver that was killed. */
@Tag("pg")
class OwnerDeathTest {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Test
  void killedDriverLeavesNothingRunningAndTheNextOneStarts() throws Exception {
    Path root = Files.createTempDirectory("quartet-owner");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    RunPlan plan =
        TestPlans.small("owner-test", root, ThreadLocalRandom.current().nextInt(21_000, 29_000));
    EmbeddedProvider provider = new EmbeddedProvider();
    try {
      Process owner = startOwner(plan, root);
      try (BufferedReader output =
          new BufferedReader(
              new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(output.readLine()).isEqualTo("up 8");
      }
      assertThat(Strays.in(root)).isNotEmpty();
      owner.destroyForcibly().waitFor();
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (!Strays.in(root).isEmpty() && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(Strays.in(root)).isEmpty();

      try (Deployment next = provider.up(plan, Ownership.OWNED)) {
        assertThat(next.databases()).hasSize(8).allMatch(next::isAlive);
      }
      assertThat(root).isEmptyDirectory();
    } finally {
      provider.down(plan);
      FileTrees.delete(root);
    }
  }

  private static Process startOwner(RunPlan plan, Path root) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dquartet.home=" + System.getProperty("quartet.home"),
            "-cp",
            System.getProperty("java.class.path"),
            OwnerMain.class.getName(),
            plan.name(),
            root.toString(),
            Integer.toString(plan.provider().port()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
