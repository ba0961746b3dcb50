package io.quartet.provision.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs short commands and collects their output. */
public final class Commands {

  private static final int LONGEST_SECONDS = 120;

  private Commands() {}

  /**
   * Result of a command.
   *
   * @param output standard output and error, mixed
   */
  public record Result(int exitCode, String output) {
    public boolean isSuccess() {
      return exitCode == 0;
    }
  }

  /**
   * Runs a command with the given standard input in the folder and waits for its end; one that
   * takes longer than two minutes is killed.
   *
   * @throws CancellationException if this thread was interrupted
   */
  public static Result run(Path folder, String input, List<String> command) {
    return run(folder, input, command, Map.of());
  }

  /** As {@link #run(Path, String, List)}, with more in its environment. */
  public static Result run(
      Path folder, String input, List<String> command, Map<String, String> environment) {
    // In a session of its own: Ctrl-C in a terminal is for the driver alone to answer.
    List<String> words = new ArrayList<>(List.of("setsid"));
    words.addAll(command);
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
      builder.environment().putAll(environment);
      Process process = builder.start();
      // A killed command closes its output, which ends the reading below.
      CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Result(process.waitFor(), output.strip());
    } catch (IOException e) {
      return new Result(127, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  /** Runs a command without input. */
  public static Result run(Path folder, List<String> command) {
    return run(folder, "", command);
  }
}
