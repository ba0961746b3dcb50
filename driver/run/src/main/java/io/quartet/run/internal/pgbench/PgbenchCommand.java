package io.quartet.run.internal.pgbench;

import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.RunPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The command lines of pgbench for the load of a run. */
record PgbenchCommand(PgbenchProgram program, RunPlan plan, Pgbench workload) {

  /** More than any run has, so that every process of a run has another seed. */
  private static final int MOST_PHASES = 1_000;

  /** Numbers that pgbench takes as a seed are below this. */
  private static final long SEEDS = 1L << 31;

  /** Threads of a process with so many clients. Each thread has its own log. */
  int threads(int clients) {
    return Math.min(workload.load().threads(), clients);
  }

  /**
   * The command of a process, without the place of its log.
   *
   * @param phase from 0
   * @param length of the process, whole seconds
   */
  List<String> line(VmSet set, int phase, int clients, Duration length) {
    List<String> line =
        new ArrayList<>(
            List.of(
                program.file(),
                "--no-vacuum",
                "--time=" + length.toSeconds(),
                "--client=" + clients,
                "--jobs=" + threads(clients),
                "--protocol=" + workload.protocol().label(),
                "--random-seed=" + seed(set, phase),
                "--failures-detailed",
                "--log"));
    workload.load().ratePerSecond().ifPresent(rate -> line.add("--rate=" + rate));
    workload.latencyLimit().ifPresent(limit -> line.add("--latency-limit=" + limit.toMillis()));
    if (mayTryAgain()) {
      line.add("--max-tries=" + workload.maxTries());
    }
    if (workload.scripts().stream().allMatch(script -> script.file().isPresent())) {
      // Scripts that pgbench has find the scale in the tables.
      line.add("--scale=" + workload.tables().scale());
    }
    for (Script script : workload.scripts()) {
      line.add(
          script.file().map(file -> "--file=" + file).orElse("--builtin=" + script.label())
              + "@"
              + script.weight());
    }
    return line;
  }

  /** How its logs are read. */
  LogParser parser() {
    return new LogParser(workload.isPaced(), mayTryAgain(), workload.scripts().size());
  }

  private boolean mayTryAgain() {
    return workload.maxTries() > 1;
  }

  private long seed(VmSet set, int phase) {
    return Math.floorMod(workload.seed() * 31 + set.order() * (long) MOST_PHASES + phase, SEEDS);
  }
}
