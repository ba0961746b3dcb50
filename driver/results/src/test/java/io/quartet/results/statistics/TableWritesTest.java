package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class TableWritesTest {

  @TempDir Path results;

  @Test
  void insertsAndUpdatesThatAreNotHotWriteAnEntry() {
    ResultsFolder folder = ResultsFolder.create(results, "20260101-000000-test");
    try (StatsCsv tables = new StatsCsv(folder, "a1-vm3", "tables")) {
      List<String> columns = List.of("table_name", "n_tup_ins", "n_tup_upd", "n_tup_hot_upd");
      tables.append(
          1_000,
          columns,
          List.of(List.of("trade", "10", "40", "30"), List.of("broker", "1", "", "")));
      tables.append(
          3_000,
          columns,
          List.of(List.of("trade", "110", "140", "110"), List.of("broker", "1", "", "")));
    }

    Map<String, Double> entries =
        TableWrites.entriesByTable(new Samples(folder, new Span("", 1_000, 3_000)), "a1-vm3");

    assertThat(entries).containsExactly(Map.entry("trade", 100.0 + 100 - 80));
  }
}
