package io.quartet.orchestrate;

import io.quartet.measure.Backlog;
import io.quartet.measure.Live;
import io.quartet.measure.results.CheckRow;
import io.quartet.orchestrate.provider.EmbeddedProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A driver of its own for tests that kill it: {@code NAME DATA PORT RESULTS}. */
public final class DemoMain {

  private DemoMain() {}

  public static void main(String[] arguments) {
    RunListener printer =
        new RunListener() {
          @Override
          public void onStageStart(Stage stage) {
            System.out.println("start " + stage);
          }

          @Override
          public void onStageEnd(Stage stage, Duration length) {
            System.out.println("end " + stage + " " + length.toMillis() + " ms");
          }

          @Override
          public void onProgress(Live live, Backlog backlog) {
            System.out.println("phase " + live.segment().name() + " etps " + live.etpsNow());
          }

          @Override
          public void onCheck(CheckRow row, int done, int total) {
            if (!row.hasPassed()) {
              System.out.println("failed " + row);
            }
          }

          @Override
          public void onEvent(String name, Map<String, ?> fields) {
            System.out.println("event " + name + " " + fields);
          }
        };
    RunResult result =
        Demo.run(
            TestPlans.small(arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2])),
            new EmbeddedProvider(),
            Path.of(arguments[3]),
            printer);
    System.out.println(result.folder() + " " + result.verdict().statement());
    result.verdict().broken().forEach(check -> System.out.println("broken " + check));
  }
}
