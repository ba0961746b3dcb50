package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.audit.OneRule;
import io.quartet.audit.Supplements;
import io.quartet.books.CellRow;
import io.quartet.books.VirtualClock;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.SimulatedRun;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.InDoubt;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class DurabilityRulesTest {

  private static final RunPlan PLAN =
      TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013);
  private static final long KILLED = VirtualClock.START_UTC_MILLIS + 2_000_000;

  @TempDir Path results;
  @TempDir Path otherResults;

  private ResultsFolder folder;

  @BeforeEach
  void simulate() {
    folder = SimulatedRun.write(results, PLAN);
  }

  /** Killed after that long, with a checkpoint that long before the kill. */
  private static Kill kill(double steadySeconds, double checkpointSeconds, Long businessMillis) {
    return new Kill(
        "d1-vm3",
        PLAN.timeline().at(Duration.ofMillis(KILLED - VirtualClock.START_UTC_MILLIS)).name(),
        KILLED,
        steadySeconds,
        KILLED - (long) (1e3 * checkpointSeconds),
        100L,
        1_200,
        1_900L,
        50,
        1_200,
        businessMillis);
  }

  private static void write(ResultsFolder target, Acknowledged trades, Kill... kills)
      throws IOException {
    Files.deleteIfExists(target.file(AcknowledgedCsv.NAME));
    Durability.of(List.of(kills), trades, new InDoubt(0, 0)).write(target);
    RunFigures figures = RunResults.read(target).figures();
    try (AcknowledgedCsv journal = new AcknowledgedCsv(target)) {
      for (VmSet set : figures.plan().orElseThrow().sets()) {
        for (Acknowledgement.What what : Acknowledgement.What.values()) {
          for (long trade = 0; trade < committed(figures, set, what); trade++) {
            journal.accept(new Acknowledgement(KILLED, set, trade, what));
          }
        }
      }
    }
    try (EventLog events = new EventLog(target)) {
      for (Kill kill : kills) {
        events.append(new LoggedEvent(kill.utcMillis(), new RunEvent.ServerKilled(kill.vm())));
        events.append(
            new LoggedEvent(
                kill.utcMillis(),
                new RunEvent.ServerRecovered(kill.vm(), kill.databaseRecoveryMillis())));
      }
    }
    Manifest.write(target);
  }

  private static long committed(RunFigures figures, VmSet set, Acknowledgement.What what) {
    TransactionType type =
        what == Acknowledgement.What.ORDER
            ? TransactionType.TRADE_ORDER
            : TransactionType.TRADE_RESULT;
    return figures.whole(
        row -> row.kind() == type && (set == null || row.set().equals(set)), CellRow::committed);
  }

  private Acknowledged acknowledged(int missing) {
    RunFigures figures = RunResults.read(folder).figures();
    List<Missing> examples = List.of(new Missing("d1", 41, 1_000, "order", "")).subList(0, missing);
    return new Acknowledged(
        committed(figures, null, Acknowledgement.What.ORDER),
        committed(figures, null, Acknowledgement.What.RESULT),
        missing,
        examples);
  }

  private Check check(String id, Optional<ResultsFolder> elsewhere) {
    return OneRule.check(
        folder,
        id,
        new Supplements(
            Optional.empty(), elsewhere.map(RunResults::read), Optional.empty(), Optional.empty()));
  }

  private Check check(String id) {
    return check(id, Optional.empty());
  }

  @Test
  void withoutATestNothingIsJudged() {
    for (String id : List.of("durability", "business-recovery")) {
      assertThat(check(id).verdict()).isEqualTo(Check.Result.NOT_JUDGED);
      assertThat(check(id).detail()).contains("quartet audit --durability");
    }
  }

  @Test
  void whatWasFoundIsReadBackAsItWas() {
    Durability found =
        Durability.of(
            List.of(kill(300, 200, null), kill(900, 10, 4L)), acknowledged(1), new InDoubt(3, 2));
    found.write(folder);
    assertThat(Durability.read(folder)).isEqualTo(found);
    assertThat(found.isProven()).isFalse();
  }

  @Test
  void whatIsNotAllOfItIsRefusedWithItsPlace() throws IOException {
    write(folder, acknowledged(1), kill(300, 299, 1L));
    String whole = Files.readString(folder.file(Durability.NAME));

    refuses(whole.replace("\"steadySeconds\"", "\"steady\""), "Missing or damaged: kills.0.");
    refuses(whole.replace("\"d1-vm3\"", "null"), "Missing or damaged: kills.0.vm");
    refuses(whole.replace("\"orders\" : 3186", "\"orders\" : []"), "damaged: acknowledged.orders");
    refuses("{}", "Missing or damaged: isProven");
    refuses("", "Missing or damaged: all of it");
    refuses(
        whole.substring(0, whole.length() / 2),
        "is not one complete JSON document, or has a key twice: see line ");
  }

  private void refuses(String content, String message) throws IOException {
    Files.writeString(folder.file(Durability.NAME), content);
    assertThatThrownBy(() -> check("durability"))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("RESULTS_UNREADABLE"))
        .hasMessageContaining(Durability.NAME)
        .hasMessageContaining(message)
        .hasMessageNotContaining("jackson");
  }

  @Test
  void everyTradeThereAfterFiveMinutesOfLoadAndACheckpointPasses() throws IOException {
    write(folder, acknowledged(0), kill(300, 299, 12_000L));

    assertThat(check("durability").verdict()).isEqualTo(Check.Result.PASS);
    assertThat(check("durability").actual())
        .isEqualTo("0 missing of 3,186 orders and 3,186 results");
    assertThat(check("business-recovery").verdict()).isEqualTo(Check.Result.PASS);
    assertThat(check("business-recovery").actual()).isEqualTo("d1-vm3 12.0 s (window 1,200 s)");
  }

  @Test
  void missingTradeBreaksTheRule() throws IOException {
    write(folder, acknowledged(1), kill(300, 299, 12_000L));
    assertThat(check("durability").breaksTheRun()).isTrue();
    assertThat(check("durability").detail()).isEqualTo("1 acknowledged trade missing");
  }

  @Test
  void testWithoutAKillOrAnyAcknowledgedTradeProvesNothing() throws IOException {
    write(folder, new Acknowledged(0, 0, 0, List.of()), kill(300, 299, 12_000L));
    assertThat(check("durability").breaksTheRun()).isTrue();
    assertThat(check("durability").detail()).endsWith("nothing was acknowledged");
    write(folder, acknowledged(0));
    assertThat(check("durability").detail())
        .startsWith("no server was killed")
        .endsWith("no VM3 was killed, and only VM3s hold acknowledged trades");
    assertThat(check("business-recovery").breaksTheRun()).isTrue();
  }

  @Test
  void verdictWithoutTheJournalOfTheRunDoesNotCount() throws IOException {
    write(folder, acknowledged(0), kill(300, 299, 12_000L));
    Files.writeString(folder.file(AcknowledgedCsv.NAME), "utc_ms,set,trade,what\n1,a1,1,order\n");
    Manifest.write(folder);
    assertThat(check("durability").detail())
        .startsWith("acknowledged.csv: 'order' of a1: 1, and 316 in phases.csv");
    Files.delete(folder.file(AcknowledgedCsv.NAME));
    Manifest.write(folder);
    assertThat(check("durability").detail()).isEqualTo("acknowledged.csv: is missing");
  }

  @Test
  void killTooEarlyOrWithoutACheckpointOrWithoutRecoveryBreaksTheRules() throws IOException {
    write(folder, acknowledged(0), kill(300, 299, 12_000L), kill(240, 250, null));

    assertThat(check("durability").breaksTheRun()).isTrue();
    assertThat(check("durability").detail())
        .isEqualTo(
            "d1-vm3 was killed after 240 s of measured load, less than 300 s;"
                + " d1-vm3 had no checkpoint during that load");
    assertThat(check("business-recovery").breaksTheRun()).isTrue();
    assertThat(check("business-recovery").detail())
        .isEqualTo("throughput did not recover after the kill of d1-vm3");
  }

  @Test
  void fileThatTheRunHasNotLeftDoesNotCount() throws IOException {
    Durability.of(List.of(kill(300, 299, 1L)), acknowledged(0), new InDoubt(0, 0)).write(folder);
    assertThat(check("durability").detail())
        .startsWith("durability.json is not in manifest.sha256; acknowledged.csv: is missing");

    write(folder, acknowledged(1), kill(300, 299, 1L));
    Durability.of(List.of(kill(300, 299, 1L)), acknowledged(0), new InDoubt(0, 0)).write(folder);
    assertThat(check("durability").detail()).isEqualTo("durability.json was changed after the run");
  }

  @Test
  void anotherRunOfTheSameSystemCounts() throws IOException {
    ResultsFolder other = SimulatedRun.write(otherResults, PLAN);
    writeDurableSettings(other);
    write(other, acknowledged(0), kill(300, 299, 12_000L));

    Check check = check("durability", Optional.of(other));

    assertThat(check.verdict()).as("%s", check).isEqualTo(Check.Result.PASS);
    assertThat(check.actual()).endsWith(", run " + other.runId());
  }

  @Test
  void runOfAnotherSystemDoesNotCount() throws IOException {
    ResultsFolder other = SimulatedRun.write(otherResults, TestPlans.demo(1));
    write(other, acknowledged(0), kill(300, 299, 12_000L));

    Check check = check("durability", Optional.of(other));

    assertThat(check.breaksTheRun()).isTrue();
    assertThat(check.detail()).contains("ran another plan");
    assertThat(check("business-recovery", Optional.of(other)).breaksTheRun()).isTrue();
  }

  private static void writeDurableSettings(ResultsFolder target) throws IOException {
    for (VmSet set : PLAN.sets()) {
      for (VmRole role : PLAN.databaseRoles()) {
        Files.writeString(
            target.file("settings/" + set.vmName(role) + ".json"),
            """
            [{"name":"fsync","setting":"on"},{"name":"full_page_writes","setting":"on"},
             {"name":"synchronous_commit","setting":"on"}]
            """);
      }
    }
  }
}
