package io.quartet.run.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.Release;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.Machine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Provider;
import io.quartet.provision.TierAProgram;
import io.quartet.provision.WriteObstacle;
import io.quartet.provision.embedded.PostgresInstallation;
import io.quartet.provision.hosts.KernelFacts;
import io.quartet.results.events.ClockOffset;
import io.quartet.run.doctor.Diagnosis.Health;
import io.quartet.run.internal.VmClocks;
import io.quartet.run.internal.definedtool.ToolProgram;
import io.quartet.tiera.engine.EngineLibrary;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Checks that a benchmark file can run here: its programs, and every database through the access
 * path of the run, or every prepared machine. Then it judges the rules that are decided before a
 * run.
 */
public final class Doctor {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunPlan plan;
  private final Provider provider;
  private final Function<List<Problem>, Map<Problem, String>> lines;
  private final List<Diagnosis> diagnoses = new ArrayList<>();
  private final List<ClockOffset> clocks = new ArrayList<>();

  private Doctor(
      RunPlan plan, Provider provider, Function<List<Problem>, Map<Problem, String>> lines) {
    this.plan = plan;
    this.provider = provider;
    this.lines = lines;
  }

  /**
   * Checks everything the plan needs. Each problem is a diagnosis, not an exception.
   *
   * @param lines about problems of the benchmark file, with their places there and in their order
   */
  public static List<Diagnosis> examine(
      RunPlan plan, Provider provider, Function<List<Problem>, Map<Problem, String>> lines) {
    Doctor doctor = new Doctor(plan, provider, lines);
    if (plan.workload().hasTierA()) {
      doctor.look("transaction engine", EngineLibrary::version);
    }
    if (plan.provider().isPrepared()) {
      doctor.lookAtPrerequisites();
      doctor.lookAtProgram();
      doctor.diagnoses.addAll(PreparedMachinesDoctor.examine(plan, doctor.clocks::add));
      doctor.lookAtProgramsThere();
    } else {
      doctor.lookAtThisMachine();
    }
    doctor.diagnoses.addAll(EventsCheck.of(plan));
    doctor.diagnoses.addAll(hygiene(plan));
    if (plan.workload() instanceof Brokerage) {
      new LogCheck(plan, Machine.detect()).diagnosis().ifPresent(doctor.diagnoses::add);
    }
    doctor.diagnoses.addAll(RuleCheck.of(plan, doctor.clocks));
    return List.copyOf(doctor.diagnoses);
  }

  private static List<Diagnosis> hygiene(RunPlan plan) {
    return HygieneCheck.of(
        KernelFacts.read(plan),
        VmMachine.hypervisors(plan).stream().map(VmMachine::name).collect(Collectors.toSet()));
  }

  private void lookAtThisMachine() {
    look(
        "PostgreSQL",
        () -> {
          PostgresInstallation postgres = PostgresInstallation.find(plan);
          return postgres.version() + " in " + postgres.bin();
        });
    diagnoses.addAll(new MachineCheck(plan).diagnoses());
    lookAtPrerequisites();
    if (plan.databaseRoles().isEmpty()) {
      return;
    }
    lookAtProgram();
    if (plan.workload().hasTierA()) {
      look("access path", () -> TierAProgram.check(plan));
    }
    if (Prerequisite.DATA_FOLDER.problems(plan).isEmpty()) {
      lookAtDatabases();
    }
  }

  private void lookAtProgram() {
    if (plan.workload() instanceof Pgbench pgbench) {
      diagnoses.addAll(new PgbenchCheck(plan, pgbench).diagnoses());
    } else if (plan.workload() instanceof DefinedTool tool) {
      look(tool.definition().name(), () -> ToolProgram.find(tool.definition()).toString());
    }
    if (plan.workload() instanceof ToolWorkload) {
      diagnoses.addAll(new ConnectionsCheck(plan).diagnoses());
    }
  }

  private void lookAtProgramsThere() {
    if (!(plan.workload() instanceof Pgbench pgbench) || pgbench.load().origin() == Origin.DRIVER) {
      return;
    }
    PgbenchCheck check = new PgbenchCheck(plan, pgbench);
    try (Deployment deployment = provider.attach(plan)) {
      diagnoses.addAll(check.programs(deployment));
    } catch (QuartetException e) {
      diagnoses.add(Diagnosis.of(PgbenchCheck.CHECK, Health.NOT_CHECKED, e));
    }
  }

  private void look(String check, Supplier<String> detail) {
    try {
      diagnoses.add(Diagnosis.ok(check, detail.get()));
    } catch (QuartetException e) {
      diagnoses.add(Diagnosis.of(check, Health.FAILED, e));
    }
  }

  private void lookAtPrerequisites() {
    for (Prerequisite prerequisite : Prerequisite.values()) {
      if (prerequisite.isOf(plan)) {
        lookAt(prerequisite);
      }
    }
  }

  private void lookAt(Prerequisite prerequisite) {
    List<Problem> problems;
    try {
      problems = prerequisite.problems(plan);
    } catch (QuartetException e) {
      diagnoses.add(Diagnosis.of(prerequisite.label(), Health.NOT_CHECKED, e));
      return;
    }
    if (problems.isEmpty()) {
      diagnoses.add(Diagnosis.ok(prerequisite.label(), prerequisite.claim()));
    }
    lines
        .apply(problems)
        .forEach(
            (problem, line) ->
                diagnoses.add(
                    new Diagnosis(
                        prerequisite.label(),
                        Health.FAILED,
                        problem.code() + ": " + line,
                        Diagnosis.EXPLAINED)));
  }

  private void lookAtDatabases() {
    try (Deployment deployment = provider.attach(plan);
        Databases databases = new Databases(deployment)) {
      for (VmSet set : plan.sets()) {
        String answer = plan.workload().hasTierA() ? deployment.probeTierA(set) : "";
        for (VmRole role : plan.databaseRoles()) {
          DatabaseServer server = deployment.database(set, role);
          if (plan.workload().hasTierA()) {
            diagnoses.add(database(server, deployment.isAlive(server), answer));
          }
          diagnoses.add(clock(server, databases));
          obstacle(server, databases).ifPresent(diagnoses::add);
        }
      }
      diagnoses.addAll(CachesCheck.of(plan, deployment.passwordFile()));
    } catch (QuartetException e) {
      // The message says what to do: whoever runs on them is not there, or is at work.
      Health health = e.code().equals("NOT_UP") ? Health.NOT_CHECKED : Health.FAILED;
      diagnoses.add(Diagnosis.of("databases", health, e));
    }
  }

  private static Optional<Diagnosis> obstacle(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server)) {
      return WriteObstacle.find(connection)
          .map(
              obstacle ->
                  new Diagnosis(
                      "sessions of " + server.vm(),
                      Health.FAILED,
                      obstacle.what(),
                      obstacle.fix() + "."));
    } catch (SQLException e) {
      return Optional.empty(); // The diagnosis of its clock has the error.
    }
  }

  private Diagnosis clock(DatabaseServer server, Databases databases) {
    try {
      ClockOffset offset = VmClocks.ofDatabase(server, databases);
      clocks.add(offset);
      return Diagnosis.of(offset);
    } catch (QuartetException e) {
      return Diagnosis.of(Diagnosis.CLOCK_OF + server.vm(), Health.NOT_CHECKED, e);
    }
  }

  /** The answer of a Tier A process about one of its databases. */
  private Diagnosis database(DatabaseServer server, boolean isAlive, String answer) {
    String check = "database " + server.vm();
    String role = server.role().name().toLowerCase(Locale.ROOT);
    String through = " through " + plan.engine().access().label();
    for (String line : answer.lines().toList()) {
      JsonNode told = parsed(line);
      if (told.path("vm").asText().equals(role)) {
        String error = told.path("error").asText();
        return Diagnosis.of(
            check,
            error.isEmpty(),
            Health.FAILED,
            error.isEmpty() ? "PostgreSQL " + told.path("version").asText() + through : error,
            isAlive
                ? "Correct what the message names, or run quartet down, up and load."
                : "Its server has stopped: run quartet up, which starts it again.");
      }
    }
    return new Diagnosis(
        check,
        Health.FAILED,
        "Tier A did not report on it: " + answer,
        "The driver and Tier A may be of different versions. " + Release.repair());
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
