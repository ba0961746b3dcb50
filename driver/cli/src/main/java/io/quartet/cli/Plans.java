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

  /** The same plan with another number of users. */
  static RunPlan withUsers(RunPlan plan, int users) {
    return new RunPlan(
        plan.name(),
        plan.profile(),
        plan.setsPerGroup(),
        plan.phases(),
        plan.timing(),
        new RunPlan.Load(users),
        plan.market(),
        plan.dataMaintenance(),
        plan.mix(),
        plan.engine(),
        plan.database(),
        plan.provider(),
        plan.collectInterval(),
        plan.seed());
  }
}
