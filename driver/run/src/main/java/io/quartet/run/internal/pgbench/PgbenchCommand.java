package io.quartet.run.internal.pgbench;

import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.run.internal.tool.PlannedProcess;
import java.util.ArrayList;
import java.util.List;

/** The command lines of pgbench for the load of a run. */
record PgbenchCommand(PgbenchProgram program, Pgbench workload) {

  /** Threads of a process with so many clients. Each thread has its own log. */
  int threads(int clients) {
    return Math.min(workload.load().threads(), clients);
  }

  /** The command of a process, without the place of its log. */
  List<String> line(PlannedProcess process) {
    List<String> line =
        new ArrayList<>(
            List.of(
                program.file(),
                "--no-vacuum",
                "--time=" + process.length().toSeconds(),
                "--client=" + process.clients(),
                "--jobs=" + threads(process.clients()),
                "--protocol=" + workload.protocol().label(),
                "--random-seed=" + process.seed(workload.seed(), process.number()),
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
}
