package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.EventAction.DiskLimit;
import io.quartet.model.plan.EventAction.DiskRate;
import io.quartet.model.plan.EventAction.MemoryLimit;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.EventAction.ProcessorLimit;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.FakeKit;
import io.quartet.provision.MachineChange;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  @ParameterizedTest
  @MethodSource("limits")
  void limitOfAServiceAndWhatTakesItBackAreCommandsOfItsMachine(OnVm limit, List<String> words)
      throws IOException {
    kit.script(
        "on",
        "case \" $* \" in *' 10.0.0.3 limits " + words.get(0) + "'*) echo no; exit 1 ;; esac");
    RemoteServers servers = new RemoteServers(PLAN);

    MachineChange change = servers.limit("a1-vm3", limit);

    String unit = MachinePlaces.of(PLAN).unit(SERVER.set(), SERVER.role());
    assertThat(change.begin()).containsSubsequence("--root", "10.0.0.3", "limit", unit);
    assertThat(change.begin()).endsWith(words.toArray(String[]::new));
    assertThat(change.undo()).containsSubsequence("--root", "10.0.0.3", "unlimit", unit);
    assertThat(change.undo()).endsWith(words.toArray(String[]::new));

    assertThat(servers.obstacle("a1-vm3", limit)).contains("no");
    assertThat(servers.obstacle("a1-vm2", limit)).isEmpty();
  }

  private static List<Arguments> limits() {
    Optional<DiskRate> bytes = Optional.of(new DiskRate(20_000_000, true));
    Optional<DiskRate> operations = Optional.of(new DiskRate(500, false));
    return List.of(
        Arguments.of(new ProcessorLimit(0.25), List.of("millicpus=250")),
        Arguments.of(new ProcessorLimit(0.0001), List.of("millicpus=1")),
        Arguments.of(new MemoryLimit(1 << 29), List.of("memory=536870912")),
        Arguments.of(new DiskLimit(Optional.empty(), bytes), List.of("writeBytes=20000000")),
        Arguments.of(
            new DiskLimit(operations, bytes),
            List.of("readOperations=500", "writeBytes=20000000")));
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
