package io.quartet.run.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.TextFile;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.OdbcDataSources;
import io.quartet.provision.Provider;
import io.quartet.provision.embedded.PostgresInstallation;
import io.quartet.run.VmClocks;
import io.quartet.run.doctor.Finding.Verdict;
import io.quartet.tiera.engine.Engine;
import io.quartet.tiera.engine.ModelParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Looks whether a benchmark file can run here: the programs it needs, and every database by the
 * access path that the run would take; or every one of the prepared machines.
 */
public final class Doctor {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunPlan plan;
  private final Provider provider;
  private final Function<Problem, String> description;
  private final List<Finding> findings = new ArrayList<>();

  private Doctor(RunPlan plan, Provider provider, Function<Problem, String> description) {
    this.plan = plan;
    this.provider = provider;
    this.description = description;
  }

  /**
   * Checks everything the plan needs. Each problem is a finding, not an exception.
   *
   * @param description of a problem of the benchmark file, with its place there
   */
  public static List<Finding> examine(
      RunPlan plan, Provider provider, Function<Problem, String> description) {
    Doctor doctor = new Doctor(plan, provider, description);
    doctor.look("transaction engine", Engine::libraryVersion);
    if (plan.provider().isPrepared()) {
      doctor.lookAtPrerequisites();
      doctor.findings.addAll(PreparedMachinesDoctor.examine(plan));
      plan.engine().odbcIni().map(Path::of).ifPresent(doctor::lookAtDataSources);
      return List.copyOf(doctor.findings);
    }
    doctor.look(
        "PostgreSQL",
        () -> {
          PostgresInstallation postgres = PostgresInstallation.find(plan);
          return postgres.version() + " in " + postgres.bin();
        });
    doctor.findings.addAll(new MachineCheck(plan).findings());
    doctor.lookAtPrerequisites();
    if (plan.databaseRoles().isEmpty()) {
      return List.copyOf(doctor.findings);
    }
    doctor.look("access path", doctor::openEngine);
    plan.engine().odbcIni().map(Path::of).ifPresent(doctor::lookAtDataSources);
    if (Prerequisite.DATA_FOLDER.problems(plan).isEmpty()) {
      doctor.lookAtDatabases();
    }
    return List.copyOf(doctor.findings);
  }

  private void look(String check, Supplier<String> detail) {
    try {
      findings.add(Finding.ok(check, detail.get()));
    } catch (QuartetException e) {
      findings.add(Finding.of(check, Verdict.FAILED, e));
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
      findings.add(Finding.of(prerequisite.label(), Verdict.NOT_CHECKED, e));
      return;
    }
    if (problems.isEmpty()) {
      findings.add(Finding.ok(prerequisite.label(), prerequisite.claim()));
    }
    for (Problem problem : problems) {
      findings.add(
          new Finding(
              prerequisite.label(),
              Verdict.FAILED,
              problem.code() + ": " + description.apply(problem),
              Finding.EXPLAINED));
    }
  }

  /** Opening connects nothing, but needs the driver of the access path. */
  private String openEngine() {
    String nowhere = "dbname=none";
    ModelParameters model = ModelParameters.of(plan.database(), plan.sets().get(0));
    new Engine(nowhere, nowhere, model, plan.engine()).close();
    return plan.engine().access().label();
  }

  private void lookAtDataSources(Path file) {
    String check = "ODBC data sources";
    String fix = "quartet doctor FILE --write-odbc-ini writes the file anew.";
    try {
      List<String> missing = OdbcDataSources.missing(plan, TextFile.read(file));
      findings.add(
          missing.isEmpty()
              ? new Finding(check, Verdict.OK, "all in " + file, "")
              : new Finding(
                  check, Verdict.FAILED, file + " lacks the right address of " + missing, fix));
    } catch (TextFile.UnusableException e) {
      findings.add(
          new Finding(
              check, Verdict.FAILED, e.place() + " cannot be read: " + e.getMessage(), fix));
    }
  }

  private void lookAtDatabases() {
    try (Deployment deployment = provider.attach(plan);
        Databases databases = new Databases(deployment)) {
      for (VmSet set : plan.sets()) {
        String answer = deployment.probeTierA(set);
        for (VmRole role : VmRole.values()) {
          if (role.isDatabase()) {
            findings.add(database(set.vmName(role), role, answer));
            findings.add(clock(deployment.database(set, role), databases));
          }
        }
      }
    } catch (QuartetException e) {
      findings.add(
          new Finding(
              "databases",
              e.code().equals("NOT_UP") ? Verdict.NOT_CHECKED : Verdict.FAILED,
              e.code() + ": " + e.getMessage(),
              "Bring them up, then call the doctor again."));
    }
  }

  private static Finding clock(DatabaseServer server, Databases databases) {
    try {
      return Finding.of(VmClocks.ofDatabase(server, databases));
    } catch (QuartetException e) {
      return Finding.of(Finding.CLOCK_OF + server.vm(), Verdict.NOT_CHECKED, e);
    }
  }

  /** What a Tier A process said of one of its databases. */
  private Finding database(String vm, VmRole role, String answer) {
    String check = "database " + vm;
    String through = " through " + plan.engine().access().label();
    for (String line : answer.lines().toList()) {
      JsonNode told = parsed(line);
      if (told.path("vm").asText().equals(role.name().toLowerCase(Locale.ROOT))) {
        return told.path("error").asText().isEmpty()
            ? new Finding(
                check, Verdict.OK, "PostgreSQL " + told.path("version").asText() + through, "")
            : new Finding(
                check,
                Verdict.FAILED,
                told.path("error").asText(),
                "Mend it, then call the doctor again.");
      }
    }
    return new Finding(
        check, Verdict.FAILED, "Tier A said nothing of it: " + answer, "Read its message.");
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
