package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.audit.ValidityRules;
import io.quartet.model.GoldenFile;
import io.quartet.model.QuartetException;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Results folders that real runs of this and earlier commits wrote are read and judged as they
 * always were. Each is {@code NAME.zip.gz}; {@code NAME.verdict.json} and {@code NAME.report.*}
 * beside it are what {@code audit} and {@code report} make of it. No field is left out of the
 * comparison: the same raw files give the same answers on any machine and any day.
 */
@Tag("unit")
class OlderResultsFoldersTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path results;

  static List<String> names() throws IOException {
    return OlderFolders.names();
  }

  @Test
  void thereAreFiveFolders() throws IOException {
    assertThat(names()).hasSize(5);
  }

  @ParameterizedTest
  @MethodSource("names")
  void isReadAndJudgedAsBefore(String name) throws IOException {
    Path folder = OlderFolders.unpack(name, results);
    // The report first: it shows the audit.json of the run, which is in the format of its time.
    ReportWriter.write(folder);
    TestPages.assertFitsSchema(folder);
    String golden = OlderFolders.PLACE + "/" + name;

    GoldenFile.assertSame(golden + ".verdict.json", verdict(folder).toPrettyString() + "\n");
    TestPages.assertGolden(golden + ".report", folder);
    PrintedPages.assertWhole(folder);
  }

  /** The output of {@code audit --json}, or its reason for refusing the folder. */
  private static JsonNode verdict(Path folder) {
    try {
      return ValidityRules.evaluate(ResultsFolder.open(folder)).toJson();
    } catch (QuartetException e) {
      return JSON.createObjectNode().put("refused", GoldenFile.masked(e.getMessage(), folder));
    }
  }
}
