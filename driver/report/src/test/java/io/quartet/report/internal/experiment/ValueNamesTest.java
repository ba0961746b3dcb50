package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.TestPlans;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ValueNamesTest {

  private static final String MAP = "{\"A\":8}";
  private static final String LIST = "[8,1]";

  private static Map<String, String> names(List<String> labels, List<String> values) {
    return ValueNames.of(TestExperiments.ofClients(TestPlans.demo(1), 3, labels, values))
        .get(0)
        .names();
  }

  @Test
  void listsMapsAndLongTextsHaveTheLabelOfTheirCell() {
    String text = "x".repeat(41);
    assertThat(names(List.of("one", "two", "three", "four"), List.of(MAP, LIST, text, "8")))
        .isEqualTo(Map.of(MAP, "one", LIST, "two", text, "three"));
  }

  @Test
  void valueOfSeveralCellsIsThatOfTheFirst() {
    assertThat(names(List.of("one", "two", "three"), List.of(MAP, LIST, MAP)))
        .isEqualTo(Map.of(MAP, "as in one", LIST, "two"));
  }

  @Test
  void labelThatConsistsOfValuesNamesNone() {
    assertThat(names(List.of("clients " + MAP, "two"), List.of(MAP, LIST)))
        .isEqualTo(Map.of(LIST, "two"));
  }
}
