package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.internal.collect.CheckpointLog.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class CheckpointLogTest {

  private static final String STARTING =
      "2026-03-01 12:00:00.010 UTC [71] LOG:  checkpoint starting: time";

  private static final String COMPLETE =
      "2026-03-01 12:04:29.908 UTC [71] LOG:  checkpoint complete: ";

  /** The end of the line differs by version. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "14 | wrote 3050 buffers (18.6%); | estimate=98400 kB",
        "15 | wrote 3050 buffers (18.6%); | estimate=98400 kB",
        "16 | wrote 3050 buffers (18.6%); | estimate=98400 kB; lsn=0/9000148, redo lsn=0/9000110",
        "17 | wrote 3050 buffers (18.6%); | estimate=98400 kB; lsn=0/9000148, redo lsn=0/9000110",
        "18 | wrote 3050 buffers (18.6%), wrote 4 SLRU buffers; | estimate=98400 kB;"
            + " lsn=0/9000148, redo lsn=0/9000110"
      })
  void linesOfEveryVersionAreUnderstood(int version, String wrote, String end) {
    String complete =
        COMPLETE
            + wrote
            + " 0 WAL file(s) added, 0 removed, 6 recycled; write=269.880 s, sync=0.006 s,"
            + " total=269.898 s; sync files=28, longest=0.003 s, average=0.001 s;"
            + " distance=98304 kB, "
            + end;
    assertThat(CheckpointLog.of(Stream.of(STARTING, complete)))
        .as("version %d", version)
        .singleElement()
        .satisfies(
            checkpoint -> {
              assertThat(checkpoint.startUtcMillis())
                  .isEqualTo(Instant.parse("2026-03-01T12:00:00.010Z").toEpochMilli());
              assertThat(checkpoint.row())
                  .containsExactly(
                      Long.toString(Instant.parse("2026-03-01T12:04:29.908Z").toEpochMilli()),
                      "timed",
                      "time",
                      "3050",
                      "269880",
                      "6",
                      "269898",
                      "98304");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "time, timed",
    "wal, requested",
    "immediate force wait, requested",
    "fast force wait, requested",
    "shutdown immediate, requested"
  })
  void onlyTimeMakesATimedCheckpoint(String reason, String kind) {
    assertThat(CheckpointLog.of(Stream.of(STARTING.replace("time", reason))))
        .extracting(Checkpoint::kind)
        .containsExactly(kind);
  }

  @Test
  void checkpointWithoutItsEndHasNoFigures(@TempDir Path root) throws IOException {
    Path log = root.resolve("server.log");
    Files.write(
        log,
        List.of(
            STARTING.replace("12:00:00", "11:00:00"),
            "2026-03-01 11:59:59.000 UTC [71] LOG:  restartpoint complete: wrote 3 buffers",
            STARTING,
            "2026-03-01 12:00:01.000 UTC [9] ERROR:  no checkpoint here \u00e4"),
        java.nio.charset.StandardCharsets.ISO_8859_1);
    ResultsFolder folder = ResultsFolder.create(root, "run");
    long from = Instant.parse("2026-03-01T11:30:00Z").toEpochMilli();
    CheckpointLog.write(folder, "a1-vm3", log, from);
    CheckpointLog.write(folder, "a1-vm3", log, from); // a run that is completed
    assertThat(folder.file("stats/a1-vm3/checkpoints.csv"))
        .hasContent(
            """
            utc_ms,end_utc_ms,kind,reason,buffers,write_ms,sync_ms,total_ms,distance_kb
            1772366400010,,timed,time,,,,,
            """);
  }

  @Test
  void logWithoutCheckpointsGivesNoFile(@TempDir Path root) throws IOException {
    Path log = Files.writeString(root.resolve("server.log"), "\n");
    ResultsFolder folder = ResultsFolder.create(root, "run");
    CheckpointLog.write(folder, "a1-vm3", log, 0);
    assertThat(folder.file("stats/a1-vm3")).doesNotExist();
  }
}
