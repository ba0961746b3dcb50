package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.WaitStatistics.Event;
import io.quartet.results.statistics.WaitStatistics.Waits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two phases of ten seconds from 20 s on; the figures are worked out by hand. */
@Tag("unit")
class WaitStatisticsTest {

  private static final List<Span> PHASES =
      List.of(new Span("1", 20_000, 30_000), new Span("2", 30_000, 40_000));

  @TempDir Path root;
  private ResultsFolder folder;

  @BeforeEach
  void make() throws IOException {
    folder = ResultsFolder.create(root, "run");
    write("pg_stat_database", "utc_ms,xact_commit\n19000,1\n21000,2\n25000,3\n30000,4\n39000,5\n");
    write(
        "waits",
        """
        utc_ms,backend_type,wait_event_type,wait_event,sessions
        19000,client backend,Lock,transactionid,50
        21000,client backend,none,none,3
        21000,client backend,IO,DataFileRead,2
        21000,walsender,Activity,WalSenderMain,1
        25000,client backend,IO,WalSync,1
        25000,parallel worker,IO,DataFileRead,1
        25000,client backend,LWLock,WALWrite,1
        30000,client backend,none,none,4
        40000,client backend,Lock,tuple,9
        torn
        """);
  }

  private void write(String source, String text) throws IOException {
    Path file = folder.file("stats/a1-vm3/" + source + ".csv");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<Waits> read() {
    WaitStatistics read = WaitStatistics.read(folder, List.of(new VmSet(VmGroup.A, 1)), PHASES);
    assertThat(read.problems()).isEmpty();
    return read.waits();
  }

  @Test
  void timeOfActiveSessionsIsSharedOutByEventAndPhase() {
    List<Waits> waits = read();
    assertThat(waits).extracting(Waits::phase).containsExactly("1", "2", "all");
    assertThat(waits).extracting(Waits::vm).containsOnly("a1-vm3");
    Waits first = waits.get(0);
    assertThat(first.samples()).isEqualTo(2);
    assertThat(first.activeSessions()).hasValue(4);
    assertThat(first.percentIn(Set.of("none"))).hasValue(37.5);
    assertThat(first.percentIn(Set.of("IO"))).hasValue(50);
    assertThat(first.percentOf(new Event("IO", "DataFileRead"))).hasValue(37.5);
    assertThat(first.percentOutside(Set.of("none", "IO"))).hasValue(12.5);
    assertThat(waits.get(2).activeSessions()).hasValue(3);
  }

  @Test
  void longestWaitsComeFirstAndWorkIsNone() {
    assertThat(read().get(0).longest(2))
        .containsExactly(new Event("IO", "DataFileRead"), new Event("IO", "WalSync"));
    assertThat(read().get(1).longest(2)).isEmpty();
  }

  @Test
  void phaseWithoutActiveSessionsHasNoShares() throws IOException {
    write("waits", "utc_ms,backend_type,wait_event_type,wait_event,sessions\n");
    assertThat(read().get(0).activeSessions()).hasValue(0);
    assertThat(read().get(0).percentIn(Set.of("IO"))).isEmpty();
    assertThat(read().get(0).percentOutside(Set.of("IO"))).isEmpty();
  }

  @Test
  void numberOfSessionsIsNotKnownWithoutItsMoments() throws IOException {
    Files.delete(folder.file("stats/a1-vm3/pg_stat_database.csv"));
    assertThat(read().get(0).activeSessions()).isEmpty();
    assertThat(read().get(0).percentIn(Set.of("IO"))).hasValue(50);
  }

  @Test
  void databaseWithoutTheFileIsLeftOut() throws IOException {
    Files.delete(folder.file("stats/a1-vm3/waits.csv"));
    assertThat(read()).isEmpty();
  }
}
