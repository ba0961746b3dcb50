package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.results.Check;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is kept, and there is room for growth. */
@Tag("unit")
class StorageRulesTest {

  private static final long MEBIBYTE = 1 << 20;

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulate() {
    run = new OfficialFolder(results);
  }

  /** Each database wrote a gibibyte of log in the interval, and another before it. */
  private void wal(String keep, String archiveMode) throws IOException {
    for (String vm : run.databases()) {
      run.settings(
          vm,
          "archive_mode",
          archiveMode,
          "data_directory",
          "/data/" + vm,
          "wal_keep_size",
          keep,
          "wal_segment_size",
          "16777216");
      run.write(
          "stats/" + vm + "/pg_stat_wal.csv",
          "utc_ms,wal_bytes\n"
              + (run.start - 1)
              + ",0\n"
              + run.start
              + ","
              + 1024 * MEBIBYTE
              + "\n"
              + run.end
              + ","
              + 2048 * MEBIBYTE
              + "\n");
    }
  }

  private void archiver(String vm, long archived, long failed) throws IOException {
    run.write(
        "stats/" + vm + "/pg_stat_archiver.csv",
        "utc_ms,archived_count,failed_count\n"
            + (run.start + 1)
            + ",100,1\n"
            + (run.end - 1)
            + ","
            + (100 + archived)
            + ","
            + (1 + failed)
            + "\n");
  }

  @Test
  void logThatIsNeitherArchivedNorKeptIsNamed() throws IOException {
    assertThat(run.whyNotJudged("wal-retained")).contains("a1-vm2");
    wal("1024", "off");
    run.assertPasses("wal-retained");
    wal("1023", "off");
    assertThat(run.detailOfFailed("wal-retained"))
        .startsWith("a1-vm2: archive_mode is off, and wal_keep_size keeps 1,023 MB of 1,024 MB;");
  }

  @Test
  void logThatSaysTooLittleIsNoneThatIsKept() throws IOException {
    wal("1024", "off");
    run.settings("b1-vm3", "wal_level", "minimal");
    assertThat(run.detailOfFailed("wal-retained")).startsWith("b1-vm3: wal_level is minimal");
  }

  @Test
  void archiverThatFailsOrDoesNothingIsNamed() throws IOException {
    wal("0", "on");
    assertThat(run.detailOfFailed("wal-retained")).contains("pg_stat_archiver was not sampled");
    for (String vm : run.databases()) {
      archiver(vm, 60, 0);
    }
    run.assertPasses("wal-retained");
    archiver("c1-vm3", 60, 2);
    archiver("d1-vm3", 0, 0);

    assertThat(run.detailOfFailed("wal-retained"))
        .isEqualTo("c1-vm3: archiving failed 2 times; d1-vm3: none of 64 files was archived");
  }

  /**
   * Two tables of each database, their sizes at both ends of the interval; indexes do not grow.
   *
   * @param bytes by how much all tables of all databases grow in an hour
   */
  private void growth(double bytes) throws IOException {
    double ofTable = bytes * (run.end - run.start) / 3_600_000.0 / run.databases().size() / 2;
    for (String vm : run.databases()) {
      String name = "stats/" + vm + "/sizes.csv";
      run.write(name, "utc_ms,table_name,table_bytes,index_bytes,indexes\n");
      for (String table : new String[] {"trade", "settlement"}) {
        run.append(name, run.start + "," + table + ",1000,500,1\n");
      }
      for (String table : new String[] {"trade", "settlement"}) {
        run.append(name, run.end + "," + table + "," + (1000 + (long) ofTable) + ",500,1\n");
      }
    }
  }

  private void free(double gigabytes) throws IOException {
    free("host", gigabytes);
  }

  private void free(String machine, double gigabytes) throws IOException {
    free(machine, run.end, "/,/dev/a", 0, "/data,/dev/b", gigabytes, "/database,/dev/c", 0);
  }

  /** One sample; of mounts with their devices, and the gigabytes free there, in turn. */
  private void free(String machine, long utcMillis, Object... mounts) throws IOException {
    String name = "stats/" + machine + "/space.csv";
    run.write(name, "utc_ms,mount,device,type,size_kib,used_kib,available_kib\n");
    for (int i = 0; i < mounts.length; i += 2) {
      long kib = (long) (((Number) mounts[i + 1]).doubleValue() * 1e9 / 1024);
      run.append(name, utcMillis + "," + mounts[i] + ",ext4,1,1," + kib + "\n");
    }
  }

  @Test
  void growthOfSixtyDaysMustFitTheDiskOfTheData() throws IOException {
    wal("0", "off");
    growth(1e9);
    assertThat(run.whyNotJudged("space-60-days"))
        .isEqualTo("stats/host/space.csv has no samples at the end of the interval");
    free("host", run.end, "/elsewhere,/dev/a", 1);
    assertThat(run.whyNotJudged("space-60-days"))
        .isEqualTo("stats/host/space.csv does not show the file system of /data/a1-vm2");
    free(481);
    assertThat(run.assertPasses("space-60-days").actual()).isEqualTo("447.0 GiB on /data");
    free(479);

    assertThat(run.detailOfFailed("space-60-days"))
        .startsWith(
            "/data grows by 954 MiB per hour × 8 h × 60 days, 953 MiB more than is free: a1-vm2 data 119 MiB per hour")
        .contains("d1-vm3 index 0 MiB per hour");
  }

  @Test
  void roomOfADeviceCountsOnceHoweverOftenItIsMounted() throws IOException {
    wal("0", "off");
    growth(1e9);
    free("host", run.end, "/data/a1-vm2,/dev/b", 400, "/data,/dev/b", 400);
    assertThat(run.check("space-60-days").actual()).isEqualTo("447.0 GiB on /data/a1-vm2");
    assertThat(run.check("space-60-days").verdict()).isEqualTo(Check.Result.FAIL);
    free("host", run.end - 21_000, "/data,/dev/b", 1_000);
    assertThat(run.whyNotJudged("space-60-days")).contains("at the end of the interval");
  }

  @Test
  void everyPreparedMachineNeedsRoomForItsOwnDatabases() throws IOException {
    run.prepareMachines();
    wal("0", "off");
    growth(1e9);
    free(1_000);
    for (String machine : new String[] {"a1-vm2", "b1-vm2", "c1-vm2"}) {
      free(machine, 121);
    }
    assertThat(run.whyNotJudged("space-60-days"))
        .isEqualTo("stats/d1-vm2/space.csv has no samples at the end of the interval");
    free("d1-vm2", 121);
    assertThat(run.assertPasses("space-60-days").actual())
        .startsWith("111.8 GiB on /data of the machine of ");
    free("c1-vm2", 119);
    assertThat(run.detailOfFailed("space-60-days"))
        .startsWith("/data of the machine of c1-vm2 grows by 238 MiB per hour")
        .doesNotContain("a1-vm2");
    assertThat(run.check("space-60-days").limit()).isEqualTo("110.8 GiB free");
    run.settings("b1-vm3", "wal_keep_size", "0");
    assertThat(run.check("space-60-days").verdict()).isEqualTo(Check.Result.FAIL);
    free("c1-vm2", 121);
    assertThat(run.whyNotJudged("space-60-days"))
        .contains("b1-vm3. To record it, run GRANT pg_read_all_settings");
  }

  @Test
  void runWithoutDatabasesIsNotJudged() throws IOException {
    run.editRunJson(json -> ((ObjectNode) json.path("plan").path("engine")).put("access", "none"));

    assertThat(run.whyNotJudged("space-60-days")).isEqualTo("there are no databases");
  }

  @Test
  void growthNobodySampledIsNotJudged() throws IOException {
    wal("0", "off");
    free(500);

    assertThat(run.whyNotJudged("space-60-days")).contains("a1-vm2/sizes.csv has no samples near");
  }
}
