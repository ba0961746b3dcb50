package io.quartet.cli;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.RunPlan;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The benchmark file on the command line. */
final class Plans {

  @Parameters(paramLabel = "FILE", description = "Benchmark file; quartet init writes one.")
  private Path file;

  /** The plan in the file, complete and validated. */
  RunPlan load() {
    return BenchmarkFile.load(file);
  }
}
