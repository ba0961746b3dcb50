package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.FakeKit;
import io.quartet.provision.PageCache;
import io.quartet.provision.Purpose;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class RemoteServersTest {

  private static final RunPlan PLAN =
      FakeKit.plan("servers", "/srv/quartet", "10.0.0.1", "10.0.0.2", "10.0.0.3");
  private static final DatabaseServer SERVER = DatabaseServer.all(PLAN).get(1);

  @TempDir private Path folder;

  private FakeKit kit;

  @BeforeEach
  void fake() throws IOException {
    kit = new FakeKit(folder.resolve("kit"));
  }

  @AfterEach
  void restore() throws IOException {
    kit.close();
  }

  private static void assertDidNotStart(ThrowingCallable change, String... parts) {
    assertThatThrownBy(change)
        .isInstanceOfSatisfying(
            QuartetException.class,
            error -> {
              assertThat(error.code()).isEqualTo("SERVER_DID_NOT_START");
              assertThat(error.getMessage()).contains(parts);
            });
  }

  @Test
  void serverThatStillRecoversIsNotTakenForOneThatCannotStart() throws IOException {
    kit.script(
        "on",
        "case \" $* \" in *' tail '*) echo 'redo in progress' ;; *) said=$(sleep 1000) ;; esac");
    RemoteServers servers = new RemoteServers(PLAN, Duration.ofSeconds(1));
    String[] parts = {
      "a1-vm3", "did not start within 1 s", "may still be working", "redo in progress", "Wait until"
    };

    assertDidNotStart(() -> servers.ensureRunning(SERVER), parts);
    assertDidNotStart(() -> servers.prepare(SERVER, Purpose.RUNNING), parts);
  }

  @Test
  void serverThatCannotStartIsToldWithWhatItSaid() throws IOException {
    kit.script(
        "on",
        "case \" $* \" in *' tail '*) echo 'a bad setting' ;; *) echo 'it failed'; exit 1 ;; esac");

    assertDidNotStart(
        () -> new RemoteServers(PLAN).ensureRunning(SERVER),
        "did not start: it failed",
        "a bad setting",
        "Fix the errors");
  }

  @Test
  void everyMachineSaysWhatBecameOfItsPageCache() throws IOException {
    kit.script("event", "");
    kit.script(
        "on", "case \" $* \" in *' 10.0.0.2 caches '*) ;; *) echo 'read-only'; exit 1 ;; esac");

    assertThat(new RemoteServers(PLAN).dropPageCaches())
        .containsExactly(
            new PageCache("10.0.0.2", Optional.empty()),
            new PageCache("10.0.0.3", Optional.of("read-only")));
  }

  @Test
  void serviceMayTakeLongerThanTheDriverWaits() throws IOException {
    kit.close();
    assertThat(RemoteServers.LONGEST_CHANGE).isGreaterThan(Deployment.RECOVERY_LIMIT);
    String unit =
        Files.readString(
            QuartetHome.script("machines/ansible/roles/postgres/templates/postgres.service.j2"));
    for (String setting : List.of("TimeoutStartSec", "TimeoutStopSec")) {
      Matcher seconds = Pattern.compile("(?m)^" + setting + "=([0-9]+)$").matcher(unit);
      assertThat(seconds.find()).as(setting).isTrue();
      assertThat(Duration.ofSeconds(Long.parseLong(seconds.group(1))))
          .as(setting)
          .isGreaterThanOrEqualTo(RemoteServers.LONGEST_CHANGE);
    }
  }
}
