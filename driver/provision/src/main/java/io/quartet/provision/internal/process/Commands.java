package io.quartet.provision.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs short commands and collects their output. */
public final class Commands {

  /** Longest run of a command, unless its caller allows more. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private Commands() {}

  /**
   * Result of a command.
   *
   * @param output standard output and error, mixed; says so if the command was too slow
   * @param isLate true if the command took longer than it may, and was killed
   */
  public record Result(int exitCode, String output, boolean isLate) {
    public boolean isSuccess() {
      return exitCode == 0;
    }
  }

  /**
   * Runs a command with the given standard input in the folder and waits for its end. A command
   * that takes longer than two minutes is killed.
   *
   * @throws CancellationException if this thread was interrupted
   */
  public static Result run(Path folder, String input, List<String> command) {
    return run(folder, input, command, Map.of());
  }

  /** As {@link #run(Path, String, List)}, with more in its environment. */
  public static Result run(
      Path folder, String input, List<String> command, Map<String, String> environment) {
    return run(folder, input, command, environment, LONGEST);
  }

  /** Runs a command without input. */
  public static Result run(Path folder, List<String> command) {
    return run(folder, "", command);
  }

  /** Runs a command without input, and kills it only after the limit. */
  public static Result run(Path folder, List<String> command, Duration limit) {
    return run(folder, "", command, Map.of(), limit);
  }

  private static Result run(
      Path folder,
      String input,
      List<String> command,
      Map<String, String> environment,
      Duration limit) {
    // In a session of its own: Ctrl-C in a terminal is for the driver alone to answer.
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(command);
    try {
      ProcessBuilder builder =
          ChildProcess.builder(words, environment)
              .directory(folder.toFile())
              .redirectErrorStream(true);
      Process process = builder.start();
      AtomicBoolean isKilled = new AtomicBoolean();
      // A killed command closes its output, which ends the reading below.
      CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
          .execute(
              () -> {
                isKilled.set(process.isAlive());
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
              });
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int exitCode = process.waitFor();
      boolean isLate = isKilled.get() && exitCode != 0;
      if (isLate) {
        output += "\nit took longer than " + limit.toSeconds() + " s and was ended";
      }
      return new Result(exitCode, output, isLate);
    } catch (IOException e) {
      return new Result(127, String.valueOf(e.getMessage()), false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }
}
