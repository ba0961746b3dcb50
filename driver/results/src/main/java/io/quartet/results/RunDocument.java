package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.WorkerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * {@code run.json} as far as it can be read: any part of it may be missing. {@link RunInfo} is a
 * whole one.
 *
 * @param json the file; a missing node if there is none
 */
public record RunDocument(JsonNode json) {

  /** Where there is no file, or one that is not JSON. */
  public static final RunDocument NONE = new RunDocument(MissingNode.getInstance());

  static final String OTHER_VERSION = "RESULTS_VERSION";

  /**
   * Reads the file.
   *
   * @throws QuartetException RESULTS_UNREADABLE, or RESULTS_VERSION if another version of this
   *     program wrote it in another format
   */
  static RunDocument read(ResultsFolder folder) {
    JsonNode json = folder.json(RunInfo.NAME);
    int version = json.path("schemaVersion").asInt();
    if (version < RunInfo.OLDEST_SCHEMA_VERSION || version > RunInfo.SCHEMA_VERSION) {
      String writer = json.path("versions").path("quartet").asText("");
      throw new QuartetException(
          Kind.BAD_INPUT,
          OTHER_VERSION,
          folder.file(RunInfo.NAME)
              + ": its format is "
              + version
              + ", this program reads "
              + RunInfo.OLDEST_SCHEMA_VERSION
              + " to "
              + RunInfo.SCHEMA_VERSION
              + ". Use the version of Quartet that wrote it"
              + (writer.isEmpty() ? "" : " (" + Text.visible(writer) + ")")
              + ".");
    }
    return new RunDocument(json);
  }

  /** False if there was no file that could be read. */
  public boolean isPresent() {
    return !json.isMissingNode();
  }

  /** True if the version that wrote it may have left out files that a run has today. */
  public boolean isOfOlderFormat() {
    return json.path("schemaVersion").asInt() < RunInfo.SCHEMA_VERSION;
  }

  /** Id of the run. */
  public Optional<String> runId() {
    return Optional.ofNullable(json.path("runId").asText(null));
  }

  /** Zero of the run's clock, milliseconds since 1970 in UTC. */
  public OptionalLong startedUtcMillis() {
    JsonNode started = json.path("startedUtcMillis");
    return started.isNumber() ? OptionalLong.of(started.asLong()) : OptionalLong.empty();
  }

  /** Version of the workload; a missing node in files from before it was recorded. */
  public JsonNode workloadVersion() {
    return json.path(RunInfo.WORKLOAD_VERSION);
  }

  /** True if it says which version of the workload it ran. */
  public boolean hasWorkloadVersion() {
    return !workloadVersion().isMissingNode();
  }

  /** The sealed plan as it stands in the file. */
  public JsonNode planDocument() {
    return json.path("plan");
  }

  /** True if the plan names another workload than the brokerage, which needs no name. */
  public boolean isOfTool() {
    return planDocument().has("workload");
  }

  /** The sealed plan; damaged if it is not there, as no run is without one. */
  public Content<RunPlan> plan() {
    return Content.of(() -> PlanDocument.fromJson(planDocument()));
  }

  /** Version by component, by name. */
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    json.path("versions")
        .properties()
        .forEach(version -> versions.put(version.getKey(), version.getValue().asText()));
    return versions;
  }

  /** Commit of the Quartet sources; empty if it was not recorded. */
  public Optional<String> commit() {
    return Optional.ofNullable(json.path("commit").asText(null))
        .filter(commit -> !commit.isEmpty());
  }

  /** Facts of the driver's machine; any JSON. */
  public JsonNode host() {
    return json.path("host");
  }

  /** Facts of the provider; any JSON. */
  public JsonNode provider() {
    return json.path("provider");
  }

  /** The VMs. */
  public List<VmFacts> vms() {
    return list(json.path("vms"), VmFacts::read);
  }

  /** The workers; none where the driver offered the load itself. */
  public List<WorkerFacts> workers() {
    return list(json.path("workers"), WorkerFacts::read);
  }

  private static <T> List<T> list(JsonNode array, Function<JsonNode, T> reader) {
    List<T> all = new ArrayList<>();
    array.forEach(one -> all.add(reader.apply(one)));
    return all;
  }
}
