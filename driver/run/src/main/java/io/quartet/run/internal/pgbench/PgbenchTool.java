package io.quartet.run.internal.pgbench;

import io.quartet.books.BooksUpdate;
import io.quartet.books.RunClock;
import io.quartet.model.QuartetException;
import io.quartet.model.Sha256;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Parallel;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import io.quartet.run.internal.tool.LoadingProcess;
import io.quartet.run.internal.tool.PlannedProcess;
import io.quartet.run.internal.tool.Tool;
import io.quartet.run.internal.tool.ToolLoad;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** pgbench as a tool that offers load. */
public final class PgbenchTool implements Tool {

  private final RunPlan plan;
  private final Pgbench workload;
  private final RunClock clock;
  private final Deployment deployment;
  private final Path logFolder;
  private final List<PgbenchProgram> programs;
  private final Map<String, String> scripts;
  private final PgbenchCommand command;

  /**
   * Finds the program, and makes sure that it fits the servers.
   *
   * @param logFolder takes what each process prints
   * @throws QuartetException PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD, DATABASE_UNREACHABLE,
   *     SCRIPT_UNREADABLE
   */
  public PgbenchTool(
      RunPlan plan, Pgbench workload, RunClock clock, Deployment deployment, Path logFolder) {
    this.plan = plan;
    this.workload = workload;
    this.clock = clock;
    this.deployment = deployment;
    this.logFolder = logFolder;
    this.programs = programs();
    this.scripts = scripts(workload);
    this.command = new PgbenchCommand(programs.get(0), workload);
  }

  /** One for each machine that may have another. */
  private List<PgbenchProgram> programs() {
    List<DatabaseServer> servers =
        ToolLoad.isOnOtherMachines(plan, workload)
            ? deployment.databases()
            : deployment.databases().subList(0, 1);
    List<PgbenchProgram> found = new CopyOnWriteArrayList<>();
    Parallel.forEach(
        servers,
        servers.size(),
        server -> found.add(PgbenchProgram.find(workload, deployment, server)));
    return List.copyOf(found);
  }

  private static Map<String, String> scripts(Pgbench workload) {
    Map<String, String> hashes = new TreeMap<>();
    for (Script script : workload.scripts()) {
      script.file().ifPresent(file -> hashes.put("script " + script.label(), hash(file)));
    }
    return hashes;
  }

  private static String hash(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return "SHA-256 " + Sha256.of(in);
    } catch (IOException e) {
      throw QuartetException.environment(
          "SCRIPT_UNREADABLE",
          "The script %s cannot be read (%s). Put it back, or correct workload.scripts."
              .formatted(file, e),
          e);
    }
  }

  /** Those of the programs, and the hash of each script in a file. */
  @Override
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>(scripts);
    versions.put(
        "pgbench",
        programs.stream()
            .map(PgbenchProgram::describe)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", ")));
    return versions;
  }

  @Override
  public DatabaseLoad load(VmSet set, Consumer<BooksUpdate> updates) {
    DatabaseBooks books = new DatabaseBooks(set, plan, clock, updates);
    return new DatabaseLoad(
        books,
        PlannedProcess.withRamps(plan, workload, set).stream()
            .map(process -> process(process, books))
            .toList());
  }

  private LoadingProcess process(PlannedProcess process, DatabaseBooks books) {
    List<Log> logs =
        IntStream.range(0, command.threads(process.clients()))
            .mapToObj(thread -> books.expect(process.start().toNanos()))
            .toList();
    ToolPlace place =
        deployment.tool(deployment.database(process.set(), VmRole.OLTP), workload.load().origin());
    OwnedProcess.Spec specification =
        ToolLoad.specification(
            process, command.line(process), place.environment(), deployment, logFolder);
    return new PgbenchProcess(process, specification, place, logs, command::parser);
  }

  /** There is nothing to close. */
  @Override
  public void close() {}
}
