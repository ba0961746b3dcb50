package io.quartet.provision.os;

import io.quartet.model.QuartetException;
import io.quartet.model.Release;
import io.quartet.provision.internal.process.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A child that cannot outlive this process: it runs under {@code scripts/lib/supervise}, which
 * reads a pipe we hold. Its output goes to a log file. Thread-safe.
 */
public final class OwnedProcess implements AutoCloseable {

  private static final int TAIL_LINES = 12;

  /** More than fits into a page that a file has already. */
  private static final int PROBE_BYTES = 65_536;

  private final String name;
  private final Process supervisor;
  private final Path log;
  private final Duration grace;

  private OwnedProcess(String name, Process supervisor, Path log, Duration grace) {
    this.name = name;
    this.supervisor = supervisor;
    this.log = log;
    this.grace = grace;
  }

  /**
   * A process to start.
   *
   * @param command program and arguments; never a secret
   * @param log file that takes the output, appended
   * @param signal name of the stop signal
   * @param grace time between the signal and KILL, whole seconds
   * @param account account to drop to, empty for none
   * @param endsWhole true if what the command leaves behind ends with it
   */
  public record Spec(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path folder,
      Path log,
      String signal,
      Duration grace,
      String account,
      List<Path> controlGroups,
      boolean endsWhole) {

    /** A process that may leave others behind. */
    public Spec(
        String name,
        List<String> command,
        Map<String, String> environment,
        Path folder,
        Path log,
        String signal,
        Duration grace,
        String account,
        List<Path> controlGroups) {
      this(name, command, environment, folder, log, signal, grace, account, controlGroups, false);
    }

    /** The same, and what the command leaves behind ends with it. */
    public Spec endingWhole() {
      return new Spec(
          name, command, environment, folder, log, signal, grace, account, controlGroups, true);
    }

    /** The same with another command. */
    public Spec withCommand(List<String> other) {
      return new Spec(
          name, other, environment, folder, log, signal, grace, account, controlGroups, endsWhole);
    }
  }

  private enum Output {
    LOGGED,
    PIPED,
    ERRORS_LOGGED
  }

  /** Starts it and returns at once. */
  public static OwnedProcess start(Spec spec) {
    return start(spec, Output.LOGGED);
  }

  /** As {@link #start}, but the output comes through {@link #output} and reaches no log. */
  public static OwnedProcess startPiped(Spec spec) {
    return start(spec, Output.PIPED);
  }

  /** As {@link #startPiped}, but standard error goes to the log. */
  public static OwnedProcess startAnswering(Spec spec) {
    return start(spec, Output.ERRORS_LOGGED);
  }

  private static OwnedProcess start(Spec spec, Output output) {
    List<String> command = new ArrayList<>();
    // A session of its own: Ctrl-C in the terminal is for the driver, which then stops in order.
    command.add("setsid");
    command.add(QuartetHome.script("lib/supervise").toString());
    command.addAll(
        List.of("--signal", spec.signal(), "--grace", Long.toString(spec.grace().toSeconds())));
    if (!spec.account().isEmpty()) {
      command.addAll(List.of("--user", spec.account()));
    }
    spec.controlGroups().forEach(group -> command.addAll(List.of("--cgroup", group.toString())));
    if (spec.endsWhole()) {
      command.add("--whole");
    }
    command.add("--");
    command.addAll(spec.command());
    ProcessBuilder builder =
        ChildProcess.builder(command, spec.environment()).directory(spec.folder().toFile());
    ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(spec.log().toFile());
    builder.redirectOutput(output == Output.LOGGED ? log : ProcessBuilder.Redirect.PIPE);
    if (output == Output.ERRORS_LOGGED) {
      builder.redirectError(log);
    } else {
      builder.redirectErrorStream(true);
    }
    try {
      return new OwnedProcess(spec.name(), builder.start(), spec.log(), spec.grace());
    } catch (IOException e) {
      throw QuartetException.environment(
          "PROCESS_NOT_STARTED",
          spec.name() + " could not be started: " + e.getMessage() + ". " + Release.repair(),
          e);
    }
  }

  /** Name for messages. */
  public String name() {
    return name;
  }

  /** Output of a piped process; errors too unless they are logged. */
  public InputStream output() {
    return supervisor.getInputStream();
  }

  /** Process id of the supervisor, above the command. */
  public long processId() {
    return supervisor.pid();
  }

  /** False once the command has ended. */
  public boolean isAlive() {
    return supervisor.isAlive();
  }

  /** Runs an action after the command has ended, on a separate thread. */
  public void whenEnded(Runnable action) {
    var unused = supervisor.onExit().thenRun(action);
  }

  /** Waits for the end of the command; false when the time is over first. */
  public boolean waitFor(Duration limit) throws InterruptedException {
    return supervisor.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Exit code of the command, which must have ended. */
  public int exitCode() {
    return supervisor.exitValue();
  }

  /** Last lines of the output. */
  public String logTail() {
    return tail(log);
  }

  /**
   * Last lines of a log file; empty if it cannot be read. If the log is empty because its folder
   * cannot be written, as on a full disk, the reason for that.
   */
  public static String tail(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return lines.isEmpty()
          ? whyNothingIsWritten(log)
          : String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "";
    }
  }

  private static String whyNothingIsWritten(Path log) {
    Path folder = log.toAbsolutePath().getParent();
    try {
      Path probe = Files.createTempFile(folder, "probe", ".tmp");
      try {
        Files.write(probe, new byte[PROBE_BYTES]);
        return "";
      } finally {
        Files.delete(probe);
      }
    } catch (IOException e) {
      return folder + " cannot be written: " + e.getMessage();
    }
  }

  /** Asks the command to stop and does not wait. */
  public void requestStop() {
    try {
      supervisor.getOutputStream().close();
    } catch (IOException e) {
      // The pipe breaks when the supervisor is gone already, which is what we want.
      supervisor.destroy();
    }
  }

  /** Stops the command and waits for its end. */
  @Override
  public void close() {
    requestStop();
    boolean wasInterrupted = false;
    long deadline = System.nanoTime() + grace.plusSeconds(3).toNanos();
    while (supervisor.isAlive() && System.nanoTime() < deadline) {
      try {
        supervisor.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (supervisor.isAlive()) {
      supervisor.destroyForcibly();
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
