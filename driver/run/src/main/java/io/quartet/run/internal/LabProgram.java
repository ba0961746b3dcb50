package io.quartet.run.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/** Runs {@code quartet-lab} on the servers of a deployment. Safe for use by several threads. */
public final class LabProgram {

  private static final Duration STOP_GRACE = Duration.ofSeconds(3);

  private final RunPlan plan;
  private final Deployment deployment;
  private final Set<OwnedProcess> running = ConcurrentHashMap.newKeySet();
  private volatile boolean isStopped;

  public LabProgram(RunPlan plan, Deployment deployment) {
    var unused = plan.brokerage();
    this.plan = plan;
    this.deployment = deployment;
  }

  /**
   * Result of one call.
   *
   * @param output what it printed
   * @param error the last line that it wrote to standard error; empty if there is none
   */
  public record Answer(int exitCode, String output, String error) {

    public boolean isSuccess() {
      return exitCode == 0;
    }
  }

  /** Ends every call, and lets no other begin. */
  public void stop() {
    isStopped = true;
    running.forEach(OwnedProcess::requestStop);
  }

  /**
   * Runs one verb to its end.
   *
   * @param verb with its databases and options; the parameters of the load follow them
   * @throws QuartetException NOT_BUILT, PROCESS_NOT_STARTED, LAB_FAILED
   * @throws CancellationException if it was stopped
   */
  public Answer run(DatabaseServer server, List<String> verb) {
    Path log = deployment.logFolder().resolve(server.vm() + "-lab.log");
    try {
      Files.deleteIfExists(log); // Or the error of an earlier call could be taken for this one's.
      requireNotStopped();
      try (OwnedProcess process = OwnedProcess.startAnswering(specification(server, verb, log))) {
        running.add(process);
        try {
          String output = new String(process.output().readAllBytes(), StandardCharsets.UTF_8);
          process.close();
          requireNotStopped();
          return new Answer(process.exitCode(), output, lastLine(process.logTail()));
        } finally {
          running.remove(process);
        }
      }
    } catch (IOException e) {
      throw QuartetException.loadOrCheck(
          "LAB_FAILED",
          "%s: the output of quartet-lab cannot be read (%s). Run the command again."
              .formatted(server.place(), e),
          e);
    }
  }

  /** The error of a call that had to succeed. */
  public static QuartetException failure(DatabaseServer server, Answer answer) {
    return QuartetException.loadOrCheck(
        "LAB_FAILED",
        "%s: quartet-lab ended with exit code %d: %s"
            .formatted(
                server.place(),
                answer.exitCode(),
                answer.error().isEmpty()
                    ? "it wrote no reason. See the log of the server, and run the command again."
                    : answer.error()));
  }

  private void requireNotStopped() {
    if (isStopped) {
      throw new CancellationException("interrupted");
    }
  }

  private static String lastLine(String text) {
    return text.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
  }

  private OwnedProcess.Spec specification(DatabaseServer server, List<String> verb, Path log) {
    return new OwnedProcess.Spec(
        "quartet-lab for " + server.vm(),
        command(server, verb),
        server.environment(deployment.passwordFile()),
        deployment.logFolder(),
        log,
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  private List<String> command(DatabaseServer server, List<String> verb) {
    Database database = plan.database();
    List<String> command = new ArrayList<>();
    command.add(QuartetHome.lab().toString());
    command.addAll(verb);
    command.addAll(
        List.of(
            "--load-units",
            database.loadUnits().get(server.set().group()).toString(),
            "--active-load-units",
            database.activeLoadUnits().get(server.set().group()).toString(),
            "--trade-days",
            Integer.toString(database.tradeDays()),
            "--news-length",
            Integer.toString(database.newsLength()),
            "--seed",
            Long.toString(database.seedOf(server.set())),
            "--role",
            QuartetHome.loaderRole(server.role())));
    return command;
  }
}
