package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.Check;
import io.quartet.results.RunResults;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints, buffers, growth, cleaning, memory: what servers do beside the transactions. */
@Tag("unit")
class UpkeepRulesTest {

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulate() {
    run = new OfficialFolder(results);
  }

  /**
   * Counters from 0 to a value within the interval, sampled twice a second.
   *
   * @param values by column, what is counted by the end
   */
  private void counters(String vm, String source, String columns, double... values)
      throws IOException {
    String name = "stats/" + vm + "/" + source + ".csv";
    run.write(name, "utc_ms," + columns + "\n");
    for (long moment = run.start; moment <= run.end; moment += 500) {
      StringBuilder row = new StringBuilder().append(moment);
      for (double value : values) {
        row.append(',')
            .append(Math.round(value * (moment - run.start) / (double) (run.end - run.start)));
      }
      run.append(name, row.append('\n').toString());
    }
  }

  /** Each database: timed and requested checkpoints, and how long they were written. */
  private void checkpoints(double timed, double requested, double writeMillis) throws IOException {
    for (String vm : run.databases()) {
      counters(
          vm,
          "pg_stat_checkpointer",
          "num_timed,num_requested,write_time,buffers_written",
          timed,
          requested,
          writeMillis,
          900);
    }
  }

  private long interval() {
    return run.end - run.start;
  }

  @Test
  void checkpointsOnRequestOrWithoutRestAreNamed() throws IOException {
    assertThat(run.whyNotJudged("requested-checkpoints")).contains("a1-vm2");
    checkpoints(0, 0, 0);
    assertThat(run.whyNotJudged("requested-checkpoints"))
        .isEqualTo("a1-vm2 began no checkpoint in the interval");
    checkpoints(18, 2, 0.95 * interval());
    assertThat(run.assertPasses("requested-checkpoints").actual())
        .isEqualTo("16 of 160 requested, writing at most 95 % of the interval");

    checkpoints(17, 3, 0.97 * interval());
    assertThat(run.detailOfFailed("requested-checkpoints"))
        .startsWith("a1-vm2: 3 of 20 were requested; a1-vm2: wrote 97 % of the interval;");
  }

  @Test
  void versionsUpTo16CountCheckpointsElsewhere() throws IOException {
    for (String vm : run.databases()) {
      counters(
          vm,
          "pg_stat_bgwriter",
          "checkpoints_timed,checkpoints_req,checkpoint_write_time",
          4,
          0,
          interval() / 2.0);
    }
    assertThat(run.assertPasses("requested-checkpoints").actual())
        .isEqualTo("0 of 32 requested, writing at most 50 % of the interval");
  }

  @Test
  void countersThatBeginAnewAreNotJudged() throws IOException {
    checkpoints(18, 0, 0);
    counters("c1-vm3", "pg_stat_checkpointer", "num_timed,num_requested,write_time", 18, 0, 0);
    run.append("stats/c1-vm3/pg_stat_checkpointer.csv", run.end + ",0,0,0\n");
    assertThat(run.whyNotJudged("requested-checkpoints")).contains("c1-vm3");
  }

  @Test
  void sessionsThatWriteBuffersThemselvesAreNamed() throws IOException {
    assertThat(run.whyNotJudged("backend-writes")).contains("a1-vm2");
    for (String vm : run.databases()) {
      counters(vm, "pg_stat_checkpointer", "buffers_written", 0);
      counters(vm, "pg_stat_bgwriter", "buffers_clean,buffers_backend", 0, 0);
    }
    assertThat(run.whyNotJudged("backend-writes"))
        .isEqualTo("a1-vm2 counted no written buffer in the interval");
    for (String vm : run.databases()) {
      counters(vm, "pg_stat_checkpointer", "buffers_written", 800);
      counters(vm, "pg_stat_bgwriter", "buffers_clean,buffers_backend", 100, 100);
    }
    assertThat(run.assertPasses("backend-writes").actual())
        .isEqualTo("at most 10.0 % of a database's");
    counters("b1-vm3", "pg_stat_bgwriter", "buffers_clean,buffers_backend", 0, 200);
    assertThat(run.detailOfFailed("backend-writes")).isEqualTo("b1-vm3: 200 of 1,000");
  }

  @Test
  void growthIsToldByTradeResult() throws IOException {
    assertThat(run.whyNotJudged("growth")).contains("sizes.csv");
    long tradeResults = RunResults.read(run.folder).figures().counted();
    for (String vm : run.databases()) {
      run.write(
          "stats/" + vm + "/sizes.csv", "utc_ms,table_name,table_bytes,index_bytes,indexes\n");
      for (String table : new String[] {"trade", "zip_code"}) {
        long more = table.equals("trade") ? tradeResults * 10 : 0;
        run.append("stats/" + vm + "/sizes.csv", run.start + "," + table + ",1000,500,2\n");
        run.append(
            "stats/" + vm + "/sizes.csv",
            run.end + "," + table + "," + (1000 + more) + "," + (500 + more / 2) + ",2\n");
      }
    }
    Check growth = run.assertPasses("growth");
    assertThat(growth.actual()).isEqualTo("80 + 40 bytes by Trade-Result");
    assertThat(growth.detail()).isEqualTo("most: trade 80 + 40 bytes, zip_code 0 + 0 bytes");
  }

  private static final String TABLES =
      "utc_ms,table_name,n_live_tup,n_dead_tup,n_tup_ins,n_tup_upd,n_tup_del,pages,all_visible_pages\n";

  /** Databases with one clean large table that only grows, and a snapshot this old. */
  private void cleaned(double seconds) throws IOException {
    for (String vm : run.databases()) {
      run.write(
          "stats/" + vm + "/tables.csv",
          TABLES
              + run.start
              + ",trade_history,90000,0,1000,0,0,1000,900\n"
              + run.end
              + ",trade_history,100000,100,11000,1000,0,1000,900\n");
      run.write(
          "stats/" + vm + "/horizon.csv",
          "utc_ms,oldest_snapshot_s,hidden_sessions\n"
              + run.start
              + ","
              + seconds
              + ",0\n"
              + run.end
              + ",0.0,0\n");
    }
  }

  private void table(String vm, String figures) throws IOException {
    run.append("stats/" + vm + "/tables.csv", run.end + "," + figures + "\n");
  }

  @Test
  void tablesThatAutovacuumLeavesBehindAreNamed() throws IOException {
    assertThat(run.whyNotJudged("autovacuum")).contains("a1-vm2");
    cleaned(300);
    assertThat(run.assertPasses("autovacuum").actual())
        .isEqualTo("0 % dead rows, 90 % of pages all visible, oldest snapshot 300 s");

    table("a1-vm3", "trade,6900,3100,0,0,0,10,0");
    table("a1-vm3", "broker,1,9000,0,0,0,10,0");
    table("b1-vm3", "trade_history,100000,0,11000,1000,0,1000,899");
    assertThat(run.detailOfFailed("autovacuum"))
        .isEqualTo(
            "a1-vm3 trade: 3,100 of 10,000 rows are dead;"
                + " b1-vm3 trade_history: 899 of 1,000 pages all visible");

    cleaned(301);
    assertThat(run.detailOfFailed("autovacuum")).startsWith("a1-vm2: a snapshot of 301 s;");
  }

  @Test
  void cleaningThatIsNotKnownIsNotJudged() throws IOException {
    cleaned(0);
    run.append("stats/b1-vm3/horizon.csv", run.end + ",0.0,1\n");
    assertThat(run.whyNotJudged("autovacuum"))
        .isEqualTo("stats/b1-vm3/horizon.csv does not cover the whole interval");
    cleaned(0);
    table("c1-vm2", "trade,,,0,0,0,10,0");
    assertThat(run.whyNotJudged("autovacuum"))
        .isEqualTo("stats/c1-vm2/tables.csv does not cover the whole interval");
  }

  private void memory(long total, long swapFree, String swapping) throws IOException {
    run.write(
        "stats/host/memory.csv",
        "utc_ms,total_kib,swap_total_kib,swap_free_kib,swap_in_kib_per_s,swap_out_kib_per_s\n"
            + run.start
            + ",8000,2048,2048,0.00,0.00\n"
            + run.end
            + ","
            + total
            + ",2048,"
            + swapFree
            + ","
            + swapping
            + "\n");
  }

  @Test
  void swappingAndMemoryThatGoesAwayAreNamed() throws IOException {
    assertThat(run.whyNotJudged("memory")).contains("stats/host/memory.csv");
    memory(8000, 2048, "0.00,0.00");
    assertThat(run.assertPasses("memory").actual()).isEqualTo("0.0 MiB swapped");
    memory(8000, 1024, "512.00,512.00");
    assertThat(run.detailOfFailed("memory"))
        .isEqualTo("host: 1.0 MiB swapped, at most 1.0 MiB per second");
    memory(8000, 2048, ",");
    assertThat(run.whyNotJudged("memory")).contains("does not cover the whole interval");
    memory(4000, 2048, "0.00,0.00");
    assertThat(run.detailOfFailed("memory")).isEqualTo("host: its memory shrank by 3.9 MiB");
  }

  @Test
  void cacheStateIsDeclaredOrMissed() throws IOException {
    assertThat(run.detailOfFailed("cache-declared")).contains("disclosure.cache");
    run.editRunJson(
        json -> json.withObject("/plan").withObject("/disclosure").put("cache", "cold: restarted"));
    assertThat(run.assertPasses("cache-declared").actual()).isEqualTo("cold: restarted");
  }
}
