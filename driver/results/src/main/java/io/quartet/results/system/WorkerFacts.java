package io.quartet.results.system;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker as {@code run.json} lists it. What an older run did not record is empty or 0.
 *
 * @param worker number, from 1
 * @param address {@code host:port}
 * @param version version of Quartet
 * @param commit commit of its sources
 * @param processId of its process, on its machine
 * @param clockAheadMicros by how much its clock is ahead of that of the driver
 * @param clockUncertaintyMicros by how much that may be wrong
 * @param sets names of the Sets for which it offers the load
 */
public record WorkerFacts(
    int worker,
    String address,
    String version,
    String commit,
    long processId,
    long clockAheadMicros,
    long clockUncertaintyMicros,
    List<String> sets) {

  public WorkerFacts {
    sets = List.copyOf(sets);
  }

  /** Reads an entry of {@code workers}. */
  public static WorkerFacts read(JsonNode worker) {
    List<String> sets = new ArrayList<>();
    worker.path("sets").forEach(set -> sets.add(set.asText()));
    return new WorkerFacts(
        worker.path("worker").asInt(),
        worker.path("address").asText(),
        worker.path("version").asText(),
        worker.path("commit").asText(),
        worker.path("processId").asLong(),
        worker.path("clockAheadMicros").asLong(),
        worker.path("clockUncertaintyMicros").asLong(),
        sets);
  }
}
