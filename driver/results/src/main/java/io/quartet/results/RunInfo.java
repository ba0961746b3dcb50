package io.quartet.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Workload;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.WorkerFacts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code run.json}: what was run, where and with what. Written before the first request, and once
 * more at the end of a run that grows, with the phases that it had.
 *
 * @param runId name of the results folder
 * @param startedUtcMillis zero of the run's clock, milliseconds since 1970 in UTC
 * @param workloadVersion {@link Workload#version()} of the program that ran it
 * @param plan the sealed plan
 * @param versions version by component, for instance {@code quartet}, {@code java}, {@code
 *     postgresql}
 * @param commit commit of the Quartet sources, or empty
 * @param host facts of this machine; any JSON
 * @param provider facts of the provider; any JSON
 * @param vms the VMs
 * @param workers the workers; none where the driver offered the load itself
 */
public record RunInfo(
    String runId,
    long startedUtcMillis,
    int workloadVersion,
    RunPlan plan,
    Map<String, String> versions,
    String commit,
    JsonNode host,
    JsonNode provider,
    List<VmFacts> vms,
    List<WorkerFacts> workers) {

  /** Name in the results folder. */
  public static final String NAME = "run.json";

  /** Raised with every change of format. From 2 on every run writes all files of today. */
  static final int SCHEMA_VERSION = 2;

  /** The oldest format that is read. */
  static final int OLDEST_SCHEMA_VERSION = 1;

  static final String WORKLOAD_VERSION = "workloadVersion";

  /** That of files which do not tell: it was recorded before it was raised for the first time. */
  private static final int FIRST_WORKLOAD_VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  public RunInfo {
    versions = Map.copyOf(versions);
    vms = List.copyOf(vms);
    workers = List.copyOf(workers);
  }

  /** A run of this program, without workers. */
  public RunInfo(
      String runId,
      long startedUtcMillis,
      RunPlan plan,
      Map<String, String> versions,
      String commit,
      JsonNode host,
      JsonNode provider,
      List<VmFacts> vms) {
    this(
        runId,
        startedUtcMillis,
        plan.workload().version(),
        plan,
        versions,
        commit,
        host,
        provider,
        vms,
        List.of());
  }

  /** The same run with these workers. */
  public RunInfo withWorkers(List<WorkerFacts> others) {
    return new RunInfo(
        runId,
        startedUtcMillis,
        workloadVersion,
        plan,
        versions,
        commit,
        host,
        provider,
        vms,
        others);
  }

  /** The same run, with versions of further components. */
  public RunInfo withVersions(Map<String, String> further) {
    Map<String, String> all = new TreeMap<>(versions);
    all.putAll(further);
    return new RunInfo(
        runId, startedUtcMillis, workloadVersion, plan, all, commit, host, provider, vms, workers);
  }

  /** The same run by another plan. */
  public RunInfo withPlan(RunPlan other) {
    return new RunInfo(
        runId,
        startedUtcMillis,
        workloadVersion,
        other,
        versions,
        commit,
        host,
        provider,
        vms,
        workers);
  }

  /** Replaces the file. */
  public void write(ResultsFolder folder) {
    ObjectNode json = JSON.createObjectNode();
    json.put("schemaVersion", SCHEMA_VERSION);
    json.put("runId", runId);
    json.put("startedUtcMillis", startedUtcMillis);
    json.put(WORKLOAD_VERSION, workloadVersion);
    json.set("plan", PlanDocument.toJson(plan));
    json.set("versions", JSON.valueToTree(new TreeMap<>(versions)));
    json.put("commit", commit);
    json.set("host", host);
    json.set("provider", provider);
    json.set("vms", JSON.valueToTree(vms));
    json.set("workers", JSON.valueToTree(workers));
    folder.replace(NAME, pretty(json));
  }

  /**
   * Reads the file.
   *
   * @throws QuartetException RESULTS_UNREADABLE, RESULTS_VERSION or PLAN_DOCUMENT
   */
  public static RunInfo read(ResultsFolder folder) {
    RunDocument run = RunDocument.read(folder);
    return new RunInfo(
        run.runId().orElse(""),
        run.startedUtcMillis().orElse(0),
        workloadVersion(folder, run.workloadVersion()),
        plan(folder, run),
        run.versions(),
        run.commit().orElse(""),
        run.host(),
        run.provider(),
        run.vms(),
        run.workers());
  }

  /**
   * Figures of two runs say something of each other only if both did the same work.
   *
   * @throws QuartetException WORKLOAD_DIFFERS
   */
  public void requireSameWorkload(RunInfo other) {
    String label = plan.workload().label();
    String otherLabel = other.plan.workload().label();
    if (!label.equals(otherLabel)) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "WORKLOAD_DIFFERS",
          Text.line(
              "%s ran the workload %s, but %s ran %s. Figures of different workloads say nothing of"
                  + " each other. Compare runs of one workload.",
              other.runId, otherLabel, runId, label));
    }
    if (workloadVersion != other.workloadVersion) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "WORKLOAD_DIFFERS",
          Text.line(
              "run.json of %s has version %d of the workload, but %s has version %d. Their"
                  + " transactions, mix, inputs or schema differ. Run both with the same version of"
                  + " Quartet.",
              other.runId, other.workloadVersion, runId, workloadVersion));
    }
  }

  private static int workloadVersion(ResultsFolder folder, JsonNode version) {
    if (version.isMissingNode()) {
      return FIRST_WORKLOAD_VERSION;
    }
    if (!version.isInt() || version.intValue() < FIRST_WORKLOAD_VERSION) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "RESULTS_UNREADABLE",
          Text.line(
              "%s: %s is %s, but it must be a whole number of at least %d. Restore the file.",
              folder.file(NAME), WORKLOAD_VERSION, version, FIRST_WORKLOAD_VERSION));
    }
    return version.intValue();
  }

  private static RunPlan plan(ResultsFolder folder, RunDocument run) {
    try {
      return run.plan().orRefuse().orElseThrow();
    } catch (QuartetException e) {
      throw new QuartetException(e.kind(), e.code(), folder.path() + ": " + e.getMessage(), e);
    }
  }

  public static String pretty(JsonNode json) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }
}
