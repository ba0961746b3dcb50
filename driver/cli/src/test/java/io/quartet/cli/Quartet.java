package io.quartet.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.BenchmarkFile;
import io.quartet.config.PlanDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program, as a test calls it. */
final class Quartet {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Runs a verb to its end and gives its exit code. */
  int run(String... arguments) {
    out.getBuffer().setLength(0);
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Makes the folder of a run of the demo that ended before it measured anything. */
  static Path run(Path parent, String runId, String profile) throws IOException {
    Path run = Files.createDirectory(parent.resolve(runId));
    ObjectNode plan = PlanDocument.toJson(BenchmarkFile.loadExample("demo"));
    plan.put("profile", profile);
    Files.writeString(
        run.resolve("run.json"),
        """
        {"schemaVersion": 1, "runId": "%s", "startedUtcMillis": 1795219200000, "plan": %s,
         "versions": {}}
        """
            .formatted(runId, plan));
    return run;
  }

  /** The standard output of the last verb. */
  String out() {
    return out.toString();
  }

  /** The standard output of the last verb with single blanks: long lines are folded. */
  String words() {
    return out.toString().replaceAll("\\s+", " ");
  }

  /** The standard error of all verbs so far. */
  String err() {
    return err.toString();
  }
}
