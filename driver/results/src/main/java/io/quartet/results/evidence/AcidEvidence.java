package io.quartet.results.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.TextFile;
import io.quartet.results.system.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a test of atomicity and isolation found, as {@code quartet acid} writes it.
 *
 * @param utcMillis when
 * @param quartet version of Quartet
 * @param commit commit of its sources
 * @param engine key {@code engine} of the plan: access, statements and isolation
 * @param set the Set that was tested
 * @param settings {@link #SETTINGS} of its databases by VM
 * @param atomicity one step per forced failure, and one per database
 * @param isolation one step per interleaving
 */
public record AcidEvidence(
    long utcMillis,
    String quartet,
    String commit,
    JsonNode engine,
    String set,
    Map<String, DatabaseSettings> settings,
    List<Step> atomicity,
    List<Step> isolation) {

  /** Settings of PostgreSQL on which transactions hang, its version first. */
  public static final List<String> SETTINGS =
      List.of(
          "server_version",
          "default_transaction_deferrable",
          "default_transaction_isolation",
          "default_transaction_read_only",
          "session_preload_libraries",
          "session_replication_role",
          "shared_preload_libraries");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SCHEMA_VERSION = 1;

  public AcidEvidence {
    settings = new TreeMap<>(settings);
    atomicity = List.copyOf(atomicity);
    isolation = List.copyOf(isolation);
  }

  /**
   * One thing that was tried.
   *
   * @param name what: begins with the transactions that took part
   * @param vm where
   * @param expected what has to come of it
   * @param found what came of it
   * @param hasPassed whether that is so
   */
  public record Step(String name, String vm, String expected, String found, boolean hasPassed) {}

  /** True if every step passed. */
  public boolean hasPassed() {
    return atomicity.stream().allMatch(Step::hasPassed)
        && isolation.stream().allMatch(Step::hasPassed);
  }

  /** The content of the file. */
  public ObjectNode toJson() {
    ObjectNode json = JSON.createObjectNode();
    json.put("schemaVersion", SCHEMA_VERSION);
    json.put("utcMillis", utcMillis);
    json.put("quartet", quartet);
    json.put("commit", commit);
    json.set("engine", engine);
    json.put("set", set);
    ObjectNode byVm = json.putObject("settings");
    settings.forEach((vm, some) -> byVm.set(vm, JSON.valueToTree(some.values())));
    write(json.putArray("atomicity"), atomicity);
    write(json.putArray("isolation"), isolation);
    return json;
  }

  private static void write(ArrayNode array, List<Step> steps) {
    for (Step step : steps) {
      array
          .addObject()
          .put("name", step.name())
          .put("vm", step.vm())
          .put("expected", step.expected())
          .put("found", step.found())
          .put("verdict", step.hasPassed() ? "pass" : "fail");
    }
  }

  /**
   * Reads the file.
   *
   * @throws QuartetException NOT_ACID if it is none, or not all of one
   */
  public static AcidEvidence read(Path file) {
    try {
      return of(JSON.readTree(TextFile.read(file)));
    } catch (IOException | IllegalArgumentException e) {
      throw notAcid(file, e);
    }
  }

  /**
   * @throws IllegalArgumentException if something is missing
   */
  private static AcidEvidence of(JsonNode json) {
    if (json.required("schemaVersion").asInt() != SCHEMA_VERSION) {
      throw new IllegalArgumentException("another schemaVersion");
    }
    return new AcidEvidence(
        json.required("utcMillis").asLong(),
        json.required("quartet").asText(),
        json.required("commit").asText(),
        json.required("engine"),
        json.required("set").asText(),
        settings(json.required("settings")),
        steps(json.required("atomicity")),
        steps(json.required("isolation")));
  }

  private static Map<String, DatabaseSettings> settings(JsonNode byVm) {
    Map<String, DatabaseSettings> settings = new TreeMap<>();
    for (Map.Entry<String, JsonNode> vm : byVm.properties()) {
      Map<String, String> values = new TreeMap<>();
      SETTINGS.forEach(name -> values.put(name, vm.getValue().required(name).asText()));
      settings.put(vm.getKey(), new DatabaseSettings(values));
    }
    return settings;
  }

  private static List<Step> steps(JsonNode array) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : array) {
      steps.add(
          new Step(
              step.required("name").asText(),
              step.required("vm").asText(),
              step.required("expected").asText(),
              step.required("found").asText(),
              step.required("verdict").asText().equals("pass")));
    }
    return steps;
  }

  private static QuartetException notAcid(Path file, Throwable cause) {
    return new QuartetException(
        Kind.BAD_INPUT,
        "NOT_ACID",
        file
            + " cannot be read, or is not all of what quartet acid writes. Name the file of its"
            + " option --output, or run quartet acid again.",
        cause);
  }
}
