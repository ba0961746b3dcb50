package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.audit.ValidityRules;
import io.quartet.model.QuartetException;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Results folders that real runs of this and earlier commits wrote are read and judged as they
 * always were. Each is {@code NAME.zip.gz}; {@code NAME.verdict.json} and {@code
 * NAME.report.json.gz} beside it are what {@code audit} and {@code report} make of it. No field is
 * left out of the comparison: the same raw files give the same answers on any machine and any day.
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
    TestPages.write(folder);
    JsonNode report = JSON.readTree(folder.resolve(ReportWriter.JSON).toFile());
    JsonNode verdict = verdict(folder);

    Path verdictFile = OlderFolders.PLACE.resolve(name + ".verdict.json");
    Path reportFile = OlderFolders.PLACE.resolve(name + ".report.json.gz");
    // -Dquartet.golden=write renews the files; look at the difference before committing it.
    if ("write".equals(System.getProperty("quartet.golden"))) {
      Files.writeString(verdictFile, verdict.toPrettyString() + "\n");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(reportFile))) {
        out.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(report));
      }
    }
    JsonDifferences.assertSame("verdict", JSON.readTree(verdictFile.toFile()), verdict);
    try (InputStream in = new GZIPInputStream(Files.newInputStream(reportFile))) {
      JsonDifferences.assertSame("report", JSON.readTree(in), report);
    }
  }

  /** The output of {@code audit --json}, or its reason for refusing the folder. */
  private static JsonNode verdict(Path folder) throws IOException {
    try {
      // Through text, so that numbers have the types that those of the golden file have.
      return JSON.readTree(
          ValidityRules.evaluate(ResultsFolder.open(folder)).toJson().toPrettyString());
    } catch (QuartetException e) {
      String reason = e.getMessage().replace(folder.toString(), "FOLDER");
      return JSON.createObjectNode().put("refused", reason);
    }
  }
}
