package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quartet.audit.OneRule;
import io.quartet.audit.Supplements;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.results.Check;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.results.system.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evidence of atomicity and isolation that a test adds to a run. */
@Tag("unit")
class AcidRulesTest {

  private static final List<Step> ATOMICITY =
      Stream.of(
              "Trade-Order, market order",
              "Trade-Result",
              "Trade-Update, frame 1",
              "Market-Feed",
              "Data-Maintenance, table 1",
              "Trade-Cleanup",
              "all rows of all tables")
          .map(name -> new Step(name, "a1-vm3", "refused", "refused", true))
          .toList();

  private static final List<Step> ISOLATION =
      Stream.of("Customer-Position while a Trade-Result", "Trade-Order before a Market-Feed")
          .map(name -> new Step(name, "a1-vm3", "1", "1", true))
          .toList();

  @TempDir Path results;
  private OfficialFolder run;
  private JsonNode engine;

  @BeforeEach
  void simulate() throws IOException {
    run = new OfficialFolder(results);
    for (String vm : run.databases()) {
      run.settings(vm, "server_version", "15.3");
    }
    engine = PlanDocument.toJson(run.plan).path("engine");
  }

  private static AcidEvidence evidence(
      String commit, JsonNode engine, List<Step> atomicity, List<Step> isolation) {
    return evidence(commit, engine, "15.3", atomicity, isolation);
  }

  private static AcidEvidence evidence(
      String commit, JsonNode engine, String version, List<Step> atomicity, List<Step> isolation) {
    DatabaseSettings settings = new DatabaseSettings(Map.of("server_version", version));
    return new AcidEvidence(
        0,
        "1",
        commit,
        engine,
        "a1",
        Map.of(
            "a1-vm2", settings.only(AcidEvidence.SETTINGS),
            "a1-vm3", settings.only(AcidEvidence.SETTINGS)),
        atomicity,
        isolation);
  }

  private Check judge(String id, AcidEvidence evidence) throws IOException {
    Path file = results.resolve("acid.json");
    Files.writeString(file, evidence.toJson().toString());
    Supplements supplements =
        new Supplements(
            Optional.empty(),
            Optional.empty(),
            Optional.of(AcidEvidence.read(file)),
            Optional.empty());
    return OneRule.check(run.folder, id, supplements);
  }

  @Test
  void runAloneProvesNothing() {
    assertThat(run.whyNotJudged("atomicity")).contains("quartet acid FILE");
    assertThat(run.whyNotJudged("isolation")).contains("quartet acid FILE");
  }

  @Test
  void testWhoseStepsAllPassedIsAPass() throws IOException {
    AcidEvidence good = evidence("abc123", engine, ATOMICITY, ISOLATION);

    assertThat(judge("atomicity", good).verdict()).isEqualTo(Check.Result.PASS);
    assertThat(judge("isolation", good).verdict()).isEqualTo(Check.Result.PASS);
  }

  @Test
  void failedStepIsNamed() throws IOException {
    List<Step> atomicity = new ArrayList<>(ATOMICITY);
    atomicity.add(new Step("all rows of all tables", "a1-vm2", "33", "changed: trade", false));
    AcidEvidence bad = evidence("abc123", engine, atomicity, ISOLATION);

    Check check = judge("atomicity", bad);

    assertThat(check.verdict()).isEqualTo(Check.Result.FAIL);
    assertThat(check.detail()).isEqualTo("a1-vm2, all rows of all tables: changed: trade");
    assertThat(judge("isolation", bad).verdict()).isEqualTo(Check.Result.PASS);
  }

  @Test
  void testOfSomethingElseOrWithoutATransactionProvesNothing() throws IOException {
    Check missing = judge("atomicity", evidence("abc123", engine, ISOLATION, ISOLATION));
    assertThat(missing.verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(missing.detail()).contains("Trade-Update, Data-Maintenance, Trade-Cleanup");
    assertThat(judge("atomicity", evidence("abc124", engine, ATOMICITY, ISOLATION)).detail())
        .contains("another commit: abc124");
    assertThat(
            judge(
                    "isolation",
                    evidence("abc123", JsonNodeFactory.instance.objectNode(), ATOMICITY, ISOLATION))
                .detail())
        .contains("another engine");
  }

  @Test
  void testOnAnotherPostgreSqlProvesNothing() throws IOException {
    AcidEvidence newer = evidence("abc123", engine, "17.2", ATOMICITY, ISOLATION);
    assertThat(judge("isolation", newer).detail())
        .isEqualTo("the test was of another PostgreSQL: server_version of a1-vm2 was 17.2");

    AcidEvidence same = evidence("abc123", engine, ATOMICITY, ISOLATION);
    run.settings(
        "a1-vm3", "server_version", "15.3", "default_transaction_isolation", "serializable");
    assertThat(judge("atomicity", same).detail())
        .contains("another PostgreSQL: default_transaction_isolation of a1-vm3");

    Files.delete(run.folder.file("settings/a1-vm3.json"));
    assertThat(judge("atomicity", same).verdict()).isEqualTo(Check.Result.NOT_JUDGED);
    assertThat(judge("atomicity", same).detail()).contains("settings of a1-vm3 are missing");
  }

  @Test
  void fileThatIsNotAllOfItIsRefused() throws IOException {
    String whole = evidence("abc123", engine, ATOMICITY, ISOLATION).toJson().toString();
    Map<String, String> places = new LinkedHashMap<>();
    places.put("", "schemaVersion");
    places.put("{}", "schemaVersion");
    places.put(whole.substring(0, whole.length() / 2), "all of it");
    places.put(whole.replace("\"server_version\"", "\"version\""), "settings.a1-vm2");
    places.put(whole.replace("\"isolation\":[", "\"isolated\":["), "isolation");
    places.put(whole.replace("\"verdict\"", "\"said\""), "atomicity.0.verdict");
    for (Map.Entry<String, String> content : places.entrySet()) {
      Path file = Files.writeString(results.resolve("other.json"), content.getKey());

      assertThatThrownBy(() -> AcidEvidence.read(file))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("NOT_ACID"))
          .hasMessage(
              file
                  + " is not a complete file of quartet acid. Missing or damaged: "
                  + content.getValue()
                  + ". Name the file that quartet acid --output wrote, or run quartet acid again.");
    }
  }
}
