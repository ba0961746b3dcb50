package io.quartet.results.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.folder.ProcessesCsv.CpuTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded samples of each format that was ever written. */
@Tag("unit")
class ProcessesCsvTest {

  @TempDir Path results;
  private ResultsFolder folder;

  @BeforeEach
  void make() {
    folder = ResultsFolder.create(results, "run");
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.file("stats/" + name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<CpuTime> read(String machine) {
    List<CpuTime> times = new ArrayList<>();
    ProcessesCsv.of(folder, machine).forEach(file -> file.forEach(times::add));
    return times;
  }

  @Test
  void countersAreReadByName() throws IOException {
    write(
        "a1-vm1/processes.csv",
        """
        utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib
        1795432949000,bash,12,12,0,0,11500,3116
        1795432949000,java,1,17,0,0,693936,38160
        1795432950001,bash,15,15,10,10,13696,3116
        1795432950001,java,1,17,1670,30,694152,38160
        """);

    assertThat(read("a1-vm1"))
        .containsExactly(
            new CpuTime(1795432949000L, "bash", 0),
            new CpuTime(1795432949000L, "java", 0),
            new CpuTime(1795432950001L, "bash", 20),
            new CpuTime(1795432950001L, "java", 1_700));
    assertThat(read("host")).isEmpty();
  }

  @Test
  void processesThatEndedHaveNoTime() throws IOException {
    write(
        "host/processes.csv",
        """
        utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib
        1000,a1-vm3,9,9,400,100,8,8
        2000,a1-vm3,0,0,0,0,0,0
        3000,a1-vm3,9,9,10,
        4000,a1-vm3,9,9,1""");

    assertThat(read("host")).containsExactly(new CpuTime(1000, "a1-vm3", 500));
  }

  @Test
  void olderFilesOfTheDriverAreThoseOfItsMachine() throws IOException {
    write(
        "driver/process.csv",
        """
        utc_ms,cpu_ms,memory_kb,processes
        1795428581341,2550,188336,1
        1795428582063,2650,188732,1
        """);
    write(
        "a1-vm3/process.csv",
        """
        utc_ms,cpu_ms,memory_kb,processes
        1795428581336,2540,97580,11
        1795428582063,0,0,0
        """);

    assertThat(read("host"))
        .containsExactly(
            new CpuTime(1795428581336L, "a1-vm3", 2_540),
            new CpuTime(1795428581341L, "driver", 2_550),
            new CpuTime(1795428582063L, "driver", 2_650));
    assertThat(read("a1-vm3")).isEmpty();
  }

  /** The rates since the sample before; a program may have no processes for a while. */
  @Test
  void olderRatesOfTheCollectorAreAddedUp() throws IOException {
    write(
        "a1-vm1/processes.csv",
        """
        utc_ms,name,processes,user_pct,system_pct,resident_kib,threads
        1795432950000,bash,15,1.00,1.00,46924,15
        1795432950000,java,1,166.60,2.99,732076,17
        1795432951000,java,2,101.50,0.00,750160,23
        1795432953000,bash,15,10.00,0.00,46924,15
        1795432953000,java,2,89.00,11.00,887188,40
        """);

    assertThat(read("a1-vm1"))
        .containsExactly(
            new CpuTime(1795432950000L, "bash", 0),
            new CpuTime(1795432950000L, "java", 0),
            new CpuTime(1795432951000L, "java", 1_015),
            new CpuTime(1795432953000L, "bash", 200),
            new CpuTime(1795432953000L, "java", 3_015));
  }
}
