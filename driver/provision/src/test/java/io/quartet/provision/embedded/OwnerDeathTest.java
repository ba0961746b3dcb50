package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Deployment;
import io.quartet.provision.OwnerMain;
import io.quartet.provision.Ownership;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.os.FileTrees;
import io.quartet.testkit.FreePorts;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The processes and files that a killed driver leaves. */
@Tag("pg")
class OwnerDeathTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Test
  void killedDriverLeavesNothingRunningAndTheNextOneStarts() throws Exception {
    Path root = TestDeployment.openFolder("owner");
    RunPlan plan = TestPlans.ofOneSet("owner-test", root, FreePorts.next());
    EmbeddedProvider provider = new EmbeddedProvider();
    try {
      Process owner = startOwner(plan, root);
      try (BufferedReader output =
          new BufferedReader(
              new InputStreamReader(owner.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(output.readLine()).isEqualTo("up 2");
      }
      assertThat(OrphanProcesses.in(root)).isNotEmpty();
      for (ThrowingCallable verb :
          List.<ThrowingCallable>of(
              () -> provider.up(plan, Ownership.SURVIVING), () -> provider.down(plan))) {
        assertThatThrownBy(verb)
            .isInstanceOfSatisfying(
                QuartetException.class, e -> assertThat(e.code()).isEqualTo("NAME_IN_USE"))
            .hasMessageContaining("(process " + owner.pid() + ", since 2");
      }
      assertThat(owner.isAlive()).isTrue();
      owner.destroyForcibly().waitFor();
      long deadline = System.nanoTime() + LIMIT.toNanos();
      while (!OrphanProcesses.in(root).isEmpty() && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(OrphanProcesses.in(root)).isEmpty();

      try (Deployment next = provider.up(plan, Ownership.OWNED)) {
        assertThat(next.databases()).hasSize(2).allMatch(next::isAlive);
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
            Integer.toString(Embedded.of(plan).port()))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
