package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.books.Backlog;
import io.quartet.books.Live;
import io.quartet.report.section.Contents;
import io.quartet.results.CheckRow;
import io.quartet.results.events.EventCodec;
import io.quartet.results.events.LoggedEvent;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.Stage;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

/** A JSON object per line: key {@code event} says of what kind. Thread-safe. */
public final class JsonView extends RunView {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintWriter out;
  private final Contents contents;

  /**
   * @param contents the workload, by which the figures of the load are named
   */
  JsonView(PrintWriter out, WallTime time, Contents contents) {
    super(time);
    this.out = out;
    this.contents = contents;
  }

  private void print(ObjectNode line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  private static ObjectNode line(String event) {
    return JSON.createObjectNode().put("utcMillis", System.currentTimeMillis()).put("event", event);
  }

  @Override
  public void onRepeat(int number, int repeats) {
    print(line("repeat").put("number", number).put("repeats", repeats));
  }

  @Override
  public void onRestore() {
    super.onRestore();
    print(line("restore"));
  }

  /** Of no use to a program, which waits for the summary. */
  @Override
  public void onWork(String what) {}

  @Override
  public void close() {}

  @Override
  public void onStageStart(Stage stage) {
    super.onStageStart(stage);
    print(line("stageStart").put("stage", stage.label()));
  }

  @Override
  public void onStageEnd(Stage stage, Duration length) {
    super.onStageEnd(stage, length);
    print(line("stageEnd").put("stage", stage.label()).put("millis", length.toMillis()));
  }

  @Override
  public void onResultsFolder(Path folder) {
    super.onResultsFolder(folder);
    print(line("resultsFolder").put("folder", folder.toString()));
  }

  @Override
  public void onLoadProgress(LoadProgress progress) {
    print(
        line("load")
            .put("vm", progress.vm())
            .put("stage", progress.stage())
            .put("share", progress.share())
            .put("rowsPerSecond", progress.rowsPerSecond()));
  }

  @Override
  public void onCopy(CopyProgress progress) {
    print(
        line(progress.isRestore() ? "restored" : "copied")
            .put("done", progress.done())
            .put("total", progress.total())
            .put("doneBytes", progress.doneBytes())
            .put("totalBytes", progress.totalBytes()));
  }

  @Override
  public void onLoadFailed(String vm, String message) {
    print(line("loadFailed").put("vm", vm).put("message", message));
  }

  @Override
  public void onCheck(CheckRow row, int done, int total) {
    print(
        line("check")
            .put("vm", row.vm())
            .put("check", row.check())
            .put("hasPassed", row.hasPassed())
            .put("done", done)
            .put("total", total));
  }

  @Override
  public void onEvent(LoggedEvent event) {
    print(EventCodec.toJson(event.at(System.currentTimeMillis())));
  }

  @Override
  public void onProgress(Live live, Backlog backlog) {
    ObjectNode line =
        line("progress")
            .put("phase", live.segment().name())
            .put("isMeasured", live.segment().isMeasured())
            .put("leftMillis", live.timeLeft().toMillis())
            .put(contents.key("tradeResults"), live.tradeResults())
            .put(contents.key("etps"), live.etpsNow())
            .put("requests", live.startedRequests())
            .put("inFlight", live.inFlight())
            .put("waiting", backlog.waitingRequests());
    if (contents.isBrokerage()) {
      line.put("dueTradeResults", backlog.dueTradeResults());
    }
    line.put("skipped", live.skipped()).put("errors", live.errors()).put("retries", live.retries());
    ObjectNode shares = line.putObject("sharePercent");
    live.sharePercent().forEach((group, percent) -> shares.put(group.name(), percent));
    if (contents.isBrokerage()) {
      ObjectNode targets = line.putObject("targetPercent");
      live.targetPercent().forEach((group, percent) -> targets.put(group.name(), percent));
      ObjectNode p90 = line.putObject("p90OfLimitPercent");
      live.slowest().forEach(slowest -> p90.put(slowest.kind().label(), 100 * slowest.ratio()));
    }
    print(line);
  }
}
