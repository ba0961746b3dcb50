package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Acknowledged;
import io.quartet.results.evidence.Durability.InDoubt;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class DurabilityReportTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Kill KILL =
      new Kill(
          "d1-vm3",
          "6",
          1_772_366_440_250L,
          30.25,
          1_772_366_410_000L,
          120L,
          1_840,
          2_310L,
          61.26,
          10,
          null);

  @TempDir Path results;

  private ResultsFolder folder;

  @BeforeEach
  void simulate() throws IOException {
    folder = ResultsFolder.open(SimulatedDemo.finished(results));
  }

  private String html() throws IOException {
    return Files.readString(folder.file(ReportWriter.HTML));
  }

  @Test
  void ordinaryRunHasNoSuchSection() throws IOException {
    assertThat(TestPages.write(folder.path()).integrity().durability()).isNull();
    assertThat(html()).doesNotContain("id=\"durability\"", "#durability");
  }

  @Test
  void killedServersAndMissingTradesAreShownAndFitTheSchema() throws IOException {
    Missing trade = new Missing("d1", 200_000_000_041L, 1_772_366_440_000L, "result", "SBMT");
    Durability found =
        Durability.of(
            List.of(KILL), new Acknowledged(1_234, 1_000, 2, List.of(trade)), new InDoubt(3, 2));
    found.write(folder);

    assertThat(TestPages.write(folder.path()).integrity().durability()).isEqualTo(found);
    assertThat(html())
        .contains("href=\"#durability\"", "id=\"durability\"")
        .contains("<td>1,234</td><td rowspan=\"2\">2</td>", "✗ fail")
        .contains("trade 200000000041: its Trade-Result was acknowledged", "has it as SBMT")
        .contains("and others: 2 are missing in all")
        .contains("of the 61.3 etps before the first kill");
    assertThat(ShownText.ofPage(html())).contains(" | 0.1 s | 1.8 s | 2.3 s | –\n");
  }

  @Test
  void damagedFileIsNamedAndTheRestIsShown() throws IOException {
    Files.writeString(folder.file(Durability.NAME), "{\"kills\": 7}");
    Report report = TestPages.write(folder.path());
    assertThat(report.integrity().durability()).isNull();
    assertThat(report.verdict().reasons()).anyMatch(reason -> reason.contains(Durability.NAME));
  }
}
