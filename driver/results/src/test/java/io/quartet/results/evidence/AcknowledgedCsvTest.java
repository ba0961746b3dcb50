package io.quartet.results.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.results.evidence.Acknowledgement.What;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class AcknowledgedCsvTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet D12 = new VmSet(VmGroup.D, 12);

  @TempDir Path results;

  private ResultsFolder folder;
  private Path file;

  @BeforeEach
  void makeFolder() {
    folder = ResultsFolder.create(results, "run");
    file = folder.file(AcknowledgedCsv.NAME);
  }

  private List<Acknowledgement> read() {
    List<Acknowledgement> all = new ArrayList<>();
    AcknowledgedCsv.forEach(folder, all::add);
    return all;
  }

  @Test
  void whatIsAcknowledgedIsReadBackInItsOrder() throws IOException {
    Acknowledgement order = new Acknowledgement(1_000, A1, 200_000_000_000_001L, What.ORDER);
    Acknowledgement result = new Acknowledgement(2_000, D12, 7, What.RESULT);
    try (AcknowledgedCsv journal = new AcknowledgedCsv(folder)) {
      journal.accept(order);
      journal.accept(result);
    }
    assertThat(read()).containsExactly(order, result);
    assertThat(file)
        .hasContent("utc_ms,set,trade,what\n1000,a1,200000000000001,order\n2000,d12,7,result\n");
  }

  @Test
  void nothingIsLostAmongManyThreads() {
    int each = 5_000;
    try (AcknowledgedCsv journal = new AcknowledgedCsv(folder)) {
      IntStream.range(0, 4)
          .parallel()
          .forEach(
              thread -> {
                for (int i = 0; i < each; i++) {
                  journal.accept(new Acknowledgement(i, A1, (long) thread * each + i, What.ORDER));
                }
              });
    }
    assertThat(read().stream().mapToLong(Acknowledgement::trade).sorted())
        .containsExactlyElementsOf(IntStream.range(0, 4 * each).mapToObj(i -> (long) i).toList());
  }

  @Test
  @Timeout(60)
  void driverThatDiesLeavesWhatItWasToldOf() throws Exception {
    try (AcknowledgedCsv journal = new AcknowledgedCsv(folder)) {
      journal.accept(new Acknowledgement(1, A1, 41, What.ORDER));
      while (!Files.readString(file).endsWith("41,order\n")) {
        Thread.sleep(1);
      }
    }
  }

  @Test
  void lastLineCutShortByAKillIsSkipped() throws IOException {
    Files.writeString(file, "utc_ms,set,trade,what\n1,a1,41,order\n2,a1,42,order");
    assertThat(read()).extracting(Acknowledgement::trade).containsExactly(41L);
    Files.writeString(file, "utc_ms,set,tra");
    assertThat(read()).isEmpty();
    Files.writeString(file, "");
    assertThat(read()).isEmpty();
  }

  @Test
  void damagedLineIsNamed() throws IOException {
    for (String line : List.of("1,a1,x,order", "1,e1,41,order", "1,a1,41,gift", "1,a1,41")) {
      Files.writeString(file, "utc_ms,set,trade,what\n1,a1,40,order\n" + line + "\n");
      assertThatThrownBy(this::read)
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("RESULTS_UNREADABLE"))
          .hasMessageContaining("line 3 is no acknowledgement: '" + line + "'");
    }
  }
}
