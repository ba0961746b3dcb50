package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.run.database.IndexChange;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.LoadResult.Action;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LoadSummaryTest {

  private static final LoadSummary SUMMARY =
      new LoadSummary(
          "laptop",
          List.of(
              new LoadResult("a1-vm2", Action.WAS_LOADED, Duration.ofMillis(40), List.of()),
              new LoadResult(
                  "a1-vm3",
                  Action.CHANGED,
                  Duration.ofMillis(12_340),
                  List.of(
                      new IndexChange(false, "sector", "sector_by_name", 16_384, 0.011),
                      new IndexChange(true, "trade", "trade_by_price", 8_900_000, 1.5),
                      new IndexChange(true, "trade", "trade_by_symbol", 10_100_000, 2)))),
          "loaded with profile /p/own",
          Duration.ofMillis(12_500));

  private static String printed(boolean isJson) {
    StringWriter out = new StringWriter();
    SUMMARY.print(new PrintWriter(out), isJson);
    return out.toString();
  }

  @Test
  void jsonIsALineWithTheSameFacts() throws Exception {
    assertThat(printed(true).lines()).hasSize(1);
    JsonNode json = new ObjectMapper().readTree(printed(true));
    assertThat(json.get("done").asText()).isEqualTo("loaded with profile /p/own");
    assertThat(json.at("/databases/1/action").asText()).isEqualTo("profile changed");
    assertThat(json.at("/databases/1/indexes/2").toString())
        .isEqualTo(
            "{\"table\":\"trade\",\"index\":\"trade_by_symbol\",\"isBuilt\":true,"
                + "\"bytes\":10100000,\"seconds\":2.0}");
  }

  @Test
  void everyChangedIndexIsListedWithATotal() {
    assertThat(printed(false).lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "a1-vm2 was loaded already 0.0 s",
            "a1-vm3 profile changed 12.3 s",
            "dropped sector sector_by_name 16 KiB 0.01 s",
            "built trade trade_by_price 8 MiB 1.50 s",
            "built trade trade_by_symbol 10 MiB 2.00 s",
            "1 dropped (16 KiB, 0.0 s), 2 built (18 MiB, 3.5 s)",
            "laptop: 2 databases are loaded with profile /p/own (12.5 s)");
  }
}
