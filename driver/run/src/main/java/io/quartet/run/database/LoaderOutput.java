package io.quartet.run.database;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Output lines of {@code quartet-load}: progress, a changed index, or a message. */
final class LoaderOutput {

  private static final Logger LOG = LoggerFactory.getLogger(LoaderOutput.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LINES_KEPT = 12;
  private static final String DROPPED = "dropped";
  private static final String BUILT = "built";

  /** A server that dies more often than this will die again. */
  static final int MOST_RESTARTS = 20;

  private final String vm;
  private final LoadListener listener;
  private final BooleanSupplier ensureRunning;
  private final List<String> lastLines = new ArrayList<>();
  private final List<IndexChange> indexes = new ArrayList<>();
  private int restarts;

  /**
   * @param ensureRunning starts the database server if it is gone; true if it was
   */
  LoaderOutput(String vm, LoadListener listener, BooleanSupplier ensureRunning) {
    this.vm = vm;
    this.listener = listener;
    this.ensureRunning = ensureRunning;
  }

  /**
   * Takes a line.
   *
   * @throws QuartetException LOAD_FAILED if the server dies again and again
   */
  void accept(String line) {
    if (!isProgress(line)) {
      lastLines.add(line);
      if (lastLines.size() > LINES_KEPT) {
        lastLines.remove(0);
      }
    }
  }

  /** The last lines that were not progress. */
  String text() {
    return String.join("\n", lastLines);
  }

  /** Indexes that were dropped and built for a change of the profile. */
  List<IndexChange> indexes() {
    return List.copyOf(indexes);
  }

  private boolean isProgress(String line) {
    if (!line.startsWith("{")) {
      return false;
    }
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return false;
    }
    String stage = json.path("stage").asText();
    if (stage.equals(DROPPED) || stage.equals(BUILT)) {
      indexes.add(
          new IndexChange(
              stage.equals(BUILT),
              json.path("table").asText(),
              json.path("index").asText(),
              json.path("bytes").asLong(),
              json.path("seconds").asDouble()));
      if (stage.equals(BUILT)) {
        IndexChange built = indexes.get(indexes.size() - 1);
        listener.onIndexBuilt(vm, built.index(), built.bytes());
      }
      return true;
    }
    // Done is only done when the server runs with the settings of the run.
    if (!stage.equals("done")) {
      listener.onLoadProgress(
          new LoadProgress(
              vm,
              stage,
              json.path("table").asText(),
              json.path("rows").asLong(),
              json.path("bytes").asLong(),
              json.path("share").asDouble(),
              json.path("rowsPerSecond").asDouble(),
              number(json, "bytesPerSecond"),
              number(json, "etaSeconds")));
    }
    if (stage.equals("wait")) {
      bringServerBack();
    }
    return true;
  }

  private static OptionalDouble number(JsonNode json, String key) {
    JsonNode value = json.path(key);
    return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
  }

  private void bringServerBack() {
    if (!ensureRunning.getAsBoolean()) {
      return;
    }
    restarts++;
    LOG.warn("the server died during the load and was started again vm={} times={}", vm, restarts);
    if (restarts > MOST_RESTARTS) {
      throw QuartetException.loadOrCheck(
          "LOAD_FAILED",
          vm
              + ": the database server died "
              + restarts
              + " times during the load. Read its log, fix the cause, then run quartet load again to"
              + " continue.");
    }
  }
}
