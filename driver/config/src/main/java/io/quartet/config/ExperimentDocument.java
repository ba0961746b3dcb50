package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.PercentOf;
import io.quartet.model.experiment.Experiment.Precision;
import io.quartet.model.experiment.Experiment.Quantity;
import io.quartet.model.experiment.Experiment.Reference;
import io.quartet.model.experiment.Experiment.VariedKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/** A sealed experiment as JSON, for {@code experiment.json}; the plan of each cell is in it. */
public final class ExperimentDocument {

  /** Raised with every change of format. */
  private static final int SCHEMA_VERSION = 1;

  private static final String PERCENT_OF = "percentOf";

  private ExperimentDocument() {}

  /** The experiment with everything written out. */
  public static ObjectNode toJson(Experiment experiment) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("schemaVersion", SCHEMA_VERSION);
    json.put("name", experiment.name());
    experiment.purpose().ifPresent(purpose -> json.put("purpose", purpose));
    json.put("seed", experiment.seed());
    json.put("repeats", experiment.repeats());
    experiment
        .precision()
        .ifPresent(
            precision ->
                json.putObject("precision")
                    .put("etpsPercent", precision.etpsPercent())
                    .put("atMost", precision.atMost()));
    PercentOf percentOf = experiment.percentOf();
    if (!percentOf.values().isEmpty()) {
      ObjectNode values = json.putObject(PERCENT_OF);
      percentOf.values().forEach(values::put);
    } else if (!percentOf.labels().isEmpty()) {
      ArrayNode labels = json.putArray(PERCENT_OF);
      percentOf.labels().forEach(labels::add);
    }
    experiment.maximumEtps().ifPresent(etps -> json.put("maximumEtps", etps));
    ArrayNode revisits = json.putArray("revisits");
    for (Reference reference : experiment.revisits()) {
      ObjectNode one =
          revisits
              .addObject()
              .put("what", reference.what())
              .put("then", reference.then())
              .put("source", reference.source());
      reference.note().ifPresent(note -> one.put("note", note));
      reference.now().ifPresent(now -> one.put("now", now.word()));
    }
    json.put("baseline", experiment.baseline());
    ArrayNode varied = json.putArray("varied");
    for (VariedKey key : experiment.varied()) {
      ArrayNode values =
          varied.addObject().put("key", key.key()).put("label", key.label()).putArray("values");
      key.values().forEach(values::add);
    }
    ArrayNode cells = json.putArray("cells");
    for (Cell cell : experiment.cells()) {
      ObjectNode one = cells.addObject().put("number", cell.number()).put("label", cell.label());
      ObjectNode values = one.putObject("values");
      cell.values().forEach(values::put);
      one.put("stack", cell.stack());
      one.set("plan", PlanDocument.toJson(cell.plan()));
    }
    return json;
  }

  /**
   * The experiment of a JSON document.
   *
   * @throws QuartetException EXPERIMENT_DOCUMENT if it is none, or of another version
   */
  public static Experiment fromJson(JsonNode json) {
    if (json.path("schemaVersion").asInt() != SCHEMA_VERSION) {
      throw unreadable("its schemaVersion is not " + SCHEMA_VERSION, null);
    }
    try {
      return read(json);
    } catch (NullPointerException
        | IndexOutOfBoundsException
        | IllegalArgumentException
        | QuartetException e) {
      throw unreadable("a part is missing or changed (" + e.getMessage() + ")", e);
    }
  }

  private static Experiment read(JsonNode json) {
    List<Reference> revisits = new ArrayList<>();
    for (JsonNode one : json.get("revisits")) {
      revisits.add(
          new Reference(
              one.get("what").asText(),
              one.get("then").asText(),
              one.get("source").asText(),
              optional(one, "note"),
              optional(one, "now").map(Quantity::of)));
    }
    List<VariedKey> varied = new ArrayList<>();
    for (JsonNode key : json.get("varied")) {
      List<String> values = new ArrayList<>();
      key.get("values").forEach(value -> values.add(value.asText()));
      varied.add(new VariedKey(key.get("key").asText(), key.get("label").asText(), values));
    }
    List<Cell> cells = new ArrayList<>();
    for (JsonNode cell : json.get("cells")) {
      Map<String, String> values = new LinkedHashMap<>();
      cell.get("values").properties().forEach(v -> values.put(v.getKey(), v.getValue().asText()));
      cells.add(
          new Cell(
              cells.size() + 1,
              cell.get("label").asText(),
              values,
              cell.get("stack").asInt(),
              PlanDocument.fromJson(cell.get("plan"))));
    }
    Experiment experiment =
        new Experiment(
            json.get("name").asText(),
            optional(json, "purpose"),
            json.get("seed").asLong(),
            json.get("repeats").asInt(),
            Optional.ofNullable(json.get("precision"))
                .map(
                    precision ->
                        new Precision(
                            precision.get("etpsPercent").asDouble(),
                            precision.get("atMost").asInt())),
            percentOf(json.path(PERCENT_OF)),
            json.has("maximumEtps")
                ? OptionalDouble.of(json.get("maximumEtps").asDouble())
                : OptionalDouble.empty(),
            revisits,
            json.get("baseline").asInt(),
            varied,
            cells);
    // A baseline that is no cell is noticed here, not where it is used.
    experiment.cell(experiment.baseline());
    return experiment;
  }

  private static PercentOf percentOf(JsonNode json) {
    SortedMap<String, String> values = new TreeMap<>();
    json.properties().forEach(value -> values.put(value.getKey(), value.getValue().asText()));
    List<String> labels = new ArrayList<>();
    if (json.isArray()) {
      json.forEach(label -> labels.add(label.asText()));
    }
    return new PercentOf(values, labels);
  }

  private static Optional<String> optional(JsonNode node, String key) {
    return Optional.ofNullable(node.get(key)).map(JsonNode::asText);
  }

  private static QuartetException unreadable(String what, Exception cause) {
    return QuartetException.badInput(
        "EXPERIMENT_DOCUMENT",
        ("experiment.json: the experiment cannot be read: %s. Use the Quartet version that wrote"
                + " it, or restore the file.")
            .formatted(Text.visible(what)),
        cause);
  }
}
