package io.quartet.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.report.internal.JsonDocument;
import io.quartet.report.internal.ReportFigures;
import io.quartet.report.internal.advise.AdviceFigures;
import io.quartet.report.internal.compare.ComparisonFigures;
import io.quartet.report.internal.experiment.ExperimentFigures;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.section.Contents;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** The JSON Schema of reports, comparisons, advice and pages of experiments. */
public enum OutputSchema {
  /** {@code report.json} of a run, and {@code run --json}. */
  REPORT(ofEveryWorkload("Quartet report", ReportFigures.DOCUMENT)),
  /** {@code compare --json}. */
  COMPARISON(ofEveryWorkload("Quartet comparison", ComparisonFigures.TABLE)),
  /** {@code advise.json} and {@code advise --json}. */
  ADVICE(generated("Quartet index advice", AdviceFigures.TABLE)),
  /** {@code report.json} of an experiment. */
  EXPERIMENT(ofEveryWorkload("Quartet experiment", ExperimentFigures.TABLE));

  /** What columns refer to by name. */
  private static final String DEFINITIONS =
      """
      {
        "count": {"type": "integer", "minimum": 0},
        "facts": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "value"],
            "properties": {"name": {"type": "string"}, "value": {"type": "string"}}
          }
        },
        "figure": {"description": "Null if it is not known.", "type": ["number", "null"], "minimum": 0},
        "groups": {"type": "array", "items": {"enum": ["A", "B", "C", "D"]}},
        "judged": {"enum": ["pass", "fail", "notJudged"]},
        "sentences": {"type": "array", "items": {"type": "string"}},
        "series": {"type": "array", "items": {"type": ["number", "null"]}},
        "seriesByName": {"type": "object", "additionalProperties": {"$ref": "#/$defs/series"}},
        "roles": {"type": "array", "minItems": 1, "items": {"enum": ["OLTP", "DSS"]}}
      }
      """;

  private final Supplier<String> text;

  OutputSchema(Supplier<String> text) {
    this.text = text;
  }

  private static Supplier<String> generated(String title, Table<?> table) {
    return generated(title, table::schema);
  }

  /** The document of each workload has its columns, all of them, and nothing else. */
  private static Supplier<String> ofEveryWorkload(String title, Table<?> table) {
    return generated(
        title,
        () -> {
          ObjectNode either = new ObjectMapper().createObjectNode();
          // Those that differ in words only are one: a document must fit only one.
          Set<ObjectNode> known = new HashSet<>();
          for (Contents contents : Contents.values()) {
            ObjectNode schema = table.schema(contents);
            if (known.add(withoutDescriptions(schema))) {
              either.withArray("oneOf").add(schema);
            }
          }
          return either;
        });
  }

  private static ObjectNode withoutDescriptions(ObjectNode schema) {
    ObjectNode copy = schema.deepCopy();
    copy.findParents("description").forEach(parent -> ((ObjectNode) parent).remove("description"));
    return copy;
  }

  private static Supplier<String> generated(String title, Supplier<ObjectNode> document) {
    return () -> {
      ObjectMapper mapper = new ObjectMapper();
      ObjectNode schema =
          mapper
              .createObjectNode()
              .put("$schema", "https://json-schema.org/draft/2020-12/schema")
              .put("title", title);
      schema.setAll(document.get());
      try {
        schema.set("$defs", mapper.readTree(DEFINITIONS));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the definitions are JSON", e);
      }
      return JsonDocument.of(schema);
    };
  }

  /** Name for the command line, for instance {@code report}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As {@link #label}: what messages and completion show. */
  @Override
  public String toString() {
    return label();
  }

  /** The schema, in version 2020-12 of the standard. */
  public String json() {
    return text.get();
  }
}
