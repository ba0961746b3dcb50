package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.results.CheckRow;
import io.quartet.run.check.CheckReport;
import io.quartet.run.check.CheckResult;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CheckTableTest {

  private static CheckResult result(String vm, String number, long rows, String... examples) {
    return new CheckResult(
        new CheckRow("before", vm, number.toLowerCase() + "_name", "A", rows, 1_250, rows == 0),
        number,
        "all is well with " + number,
        List.of(examples));
  }

  private static final CheckReport REPORT =
      new CheckReport(
          List.of(
              result("a1-vm2", "I01", 0),
              result("a1-vm2", "I02", 0),
              result("a1-vm3", "I01", 7, "b_id=1, trades=2", "b_id=3, trades=4"),
              result("a1-vm3", "I02", 0),
              new CheckResult(
                  new CheckRow("before", "b1-vm2", "unreachable", "A", 0, 0, false),
                  "",
                  "the database answers",
                  List.of("Connection refused"))),
          List.of("I20", "I21"),
          List.of("a1-vm2", "a1-vm3"));

  @Test
  void everyDatabaseHasALineAndItsFailuresShowRows() {
    assertThat(CheckTable.byDatabase(REPORT).lines())
        .containsExactly(
            "database    passed  failed  seconds  verdict",
            "a1-vm2           2       0      2.5  pass",
            "a1-vm3           1       1      2.5  FAIL",
            "  I01 (class A) all is well with I01: 7 rows break it",
            "      b_id=1, trades=2",
            "      b_id=3, trades=4",
            "      and 5 more",
            "b1-vm2           0       1      0.0  FAIL",
            "  unreachable",
            "      Connection refused",
            "2 checks hold only before a run and were skipped on 2 used databases.");
  }

  @Test
  void detailsHaveALineForEachCheckOverAllDatabases() {
    assertThat(CheckTable.byCheck(REPORT).lines())
        .containsExactly(
            "check  class  passed  failed  slowest ms  verdict  title",
            "I01    A           1       1       1,250  FAIL     all is well with I01",
            "I02    A           2       0       1,250  pass     all is well with I02");
  }

  @Test
  void jsonHasTheSameFacts() throws Exception {
    JsonNode json = new ObjectMapper().readTree(CheckTable.json(REPORT));

    assertThat(json.path("verdict").asText()).isEqualTo("fail");
    JsonNode failed = json.path("checks").get(2);
    assertThat(failed.path("vm").asText()).isEqualTo("a1-vm3");
    assertThat(failed.path("number").asText()).isEqualTo("I01");
    assertThat(failed.path("title").asText()).isEqualTo("all is well with I01");
    assertThat(failed.path("rows").asLong()).isEqualTo(7);
    assertThat(failed.path("examples")).hasSize(2);
    assertThat(failed.path("examples").get(0).asText()).isEqualTo("b_id=1, trades=2");
    assertThat(json.at("/leftOut/checks")).hasSize(2);
    assertThat(json.at("/leftOut/databases/1").asText()).isEqualTo("a1-vm3");
  }

  @Test
  void freshDatabasesLeaveNothingOut() {
    CheckReport fresh = new CheckReport(List.of(result("a1-vm2", "I01", 0)), List.of(), List.of());

    assertThat(fresh.hasPassed()).isTrue();
    assertThat(CheckTable.byDatabase(fresh)).doesNotContain("left out");
  }
}
