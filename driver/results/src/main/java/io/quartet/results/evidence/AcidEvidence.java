package io.quartet.results.evidence;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.TextFile;
import io.quartet.results.folder.JsonText;
import io.quartet.results.system.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Results of a test of atomicity and isolation, as written by {@code quartet acid}.
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
          DatabaseSettings.VERSION,
          "default_transaction_deferrable",
          "default_transaction_isolation",
          "default_transaction_read_only",
          "session_preload_libraries",
          "session_replication_role",
          "shared_preload_libraries");

  private static final String PASS = "pass";
  private static final String VERSION = "schemaVersion";
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
   * @param verdict {@code pass} if that is so
   */
  public record Step(String name, String vm, String expected, String found, String verdict) {

    public Step(String name, String vm, String expected, String found, boolean hasPassed) {
      this(name, vm, expected, found, hasPassed ? PASS : "fail");
    }

    public boolean hasPassed() {
      return verdict.equals(PASS);
    }
  }

  /** True if every step passed. */
  public boolean hasPassed() {
    return atomicity.stream().allMatch(Step::hasPassed)
        && isolation.stream().allMatch(Step::hasPassed);
  }

  /** The content of the file. */
  public ObjectNode toJson() {
    ObjectNode json = EvidenceJson.MAPPER.createObjectNode().put(VERSION, SCHEMA_VERSION);
    json.setAll(EvidenceJson.MAPPER.<ObjectNode>valueToTree(this));
    return json;
  }

  /**
   * Reads the file.
   *
   * @throws QuartetException NOT_ACID if it is not a complete file of this kind
   */
  public static AcidEvidence read(Path file) {
    try {
      JsonNode json = JsonText.parse(TextFile.read(file));
      if (json.path(VERSION).asInt() != SCHEMA_VERSION) {
        throw notAcid(file, VERSION, null);
      }
      AcidEvidence evidence =
          EvidenceJson.MAPPER
              .readerFor(AcidEvidence.class)
              .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
              .readValue(json);
      for (Map.Entry<String, DatabaseSettings> vm : evidence.settings.entrySet()) {
        if (!vm.getValue().values().keySet().containsAll(SETTINGS)) {
          throw notAcid(file, "settings." + vm.getKey(), null);
        }
      }
      return evidence;
    } catch (IOException e) {
      throw notAcid(file, EvidenceJson.place(e), e);
    }
  }

  private static QuartetException notAcid(Path file, String place, Throwable cause) {
    return new QuartetException(
        Kind.BAD_INPUT,
        "NOT_ACID",
        file
            + " is not a complete file of quartet acid. Missing or damaged: "
            + Text.visible(place)
            + ". Name the file that quartet acid --output wrote, or run quartet acid again.",
        cause);
  }
}
