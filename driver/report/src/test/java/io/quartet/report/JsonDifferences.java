package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Compares JSON documents value by value, so that a failure says which values differ. */
final class JsonDifferences {

  /** Differences that are shown; the first ones tell enough. */
  private static final int MOST_SHOWN = 40;

  private JsonDifferences() {}

  /**
   * Fails unless both hold the same values, at least one. Texts and numbers are equal only to their
   * own type.
   *
   * @param what begins the path of each difference
   */
  static void assertSame(String what, JsonNode expected, JsonNode actual) {
    assertThat(expected.size()).as("values of the expected %s", what).isPositive();
    List<String> differences = new ArrayList<>();
    collect(what, expected, actual, differences);
    assertThat(differences.stream().limit(MOST_SHOWN))
        .as("%d differences", differences.size())
        .isEmpty();
  }

  private static void collect(
      String path, JsonNode expected, JsonNode actual, List<String> differences) {
    if (expected.isObject() && actual.isObject()) {
      TreeSet<String> fields = new TreeSet<>();
      expected.fieldNames().forEachRemaining(fields::add);
      actual.fieldNames().forEachRemaining(fields::add);
      for (String field : fields) {
        // An absent value is a missing node, which equals no value, not even null.
        collect(path + "." + field, expected.path(field), actual.path(field), differences);
      }
    } else if (expected.isArray() && actual.isArray()) {
      for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
        collect(path + "[" + i + "]", expected.path(i), actual.path(i), differences);
      }
    } else if (!expected.equals(actual)) {
      differences.add("%s: expected %s, was %s".formatted(path, expected, actual));
    }
  }
}
