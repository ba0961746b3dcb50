package io.quartet.results.evidence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The example of an attestation, for any run. */
public final class AttestedRuns {

  private static final Path EXAMPLE =
      Path.of(System.getProperty("quartet.home"), "examples/attestation");
  private static final String RUN_OF_THE_EXAMPLE = "20261121-090000-official";

  private AttestedRuns() {}

  /**
   * Copies the example with its evidence.
   *
   * @param folder an empty folder
   * @param runId the run that it is to be for
   * @return the file of the attestation
   */
  public static Path write(Path folder, String runId) throws IOException {
    for (String name : new String[] {"array-events.log", "throughput.csv"}) {
      Files.copy(EXAMPLE.resolve(name), folder.resolve(name));
    }
    String text = Files.readString(EXAMPLE.resolve("rule-40.yaml"));
    return Files.writeString(
        folder.resolve("rule-40.yaml"),
        text.replace("run: " + RUN_OF_THE_EXAMPLE, "run: " + runId));
  }
}
