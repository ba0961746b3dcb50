package io.quartet.run.internal;

import io.quartet.model.QuartetException;
import io.quartet.provision.os.OwnedProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Runs a process that loads a database, and hands over its output line by line. */
public final class ProcessLines {

  private ProcessLines() {}

  /**
   * Runs it to its end.
   *
   * @param started gets the process, so that it can be stopped
   * @param line takes each line of its output and of its errors
   * @return its exit code
   * @throws QuartetException LOAD_FAILED if the output cannot be read
   */
  public static int run(
      OwnedProcess.Spec specification, Consumer<OwnedProcess> started, Consumer<String> line) {
    OwnedProcess process = OwnedProcess.startPiped(specification);
    started.accept(process);
    try (process;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
      for (String read = lines.readLine(); read != null; read = lines.readLine()) {
        line.accept(read);
      }
    } catch (IOException e) {
      throw QuartetException.loadOrCheck(
          "LOAD_FAILED",
          "the output of %s cannot be read (%s). Run quartet load again."
              .formatted(process.name(), e),
          e);
    }
    return process.exitCode();
  }
}
