package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Folded;
import io.quartet.cli.view.Screen;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.OdbcDataSources;
import io.quartet.provision.Provider;
import io.quartet.run.doctor.CapacityCheck;
import io.quartet.run.doctor.Diagnosis;
import io.quartet.run.doctor.Doctor;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code doctor}: can this benchmark file run here? */
@Command(
    name = "doctor",
    description = {
      "Checks that this machine can run a benchmark file.",
      "Suggests a fix for each problem. Checks the file itself, then programs, memory, disk, limits and ports of this"
          + " machine. Also checks the PostgreSQL settings, tablespaces, certificates and workers"
          + " that the file names.",
      "Connects to each database through the access path of the run (libpq or ODBC), and"
          + " compares its clock with the clock of this machine. With provider.kind hosts, checks"
          + " each prepared machine.",
      "Exit code 3 if a check fails."
    },
    footer = {
      "  quartet up laptop.yaml && quartet doctor laptop.yaml",
      "  quartet doctor laptop.yaml --capacity"
    })
final class DoctorCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;

  @Option(
      names = "--write-odbc-ini",
      description =
          "Writes the ODBC data sources to the file that engine.odbcIni names, before it"
              + " checks.")
  private boolean isOdbcIniWanted;

  @Option(
      names = "--capacity",
      description =
          "Also measures, for ten seconds, how much load this driver can offer to Tier A"
              + " processes that answer at once. Do not use it while a benchmark runs.")
  private boolean isCapacityWanted;

  @Override
  public Integer call() {
    RunPlan plan = plans.load();
    if (isOdbcIniWanted) {
      OdbcDataSources.write(plan);
    }
    List<Diagnosis> diagnoses = new ArrayList<>();
    try (Screen screen = Screen.standardError(spec.commandLine().getErr())) {
      screen.beginQuietly("checking the machine");
      diagnoses.addAll(Doctor.examine(plan, Provider.of(plan), plans::lines));
      if (isCapacityWanted) {
        screen.beginQuietly("measuring the capacity of the driver");
        diagnoses.add(CapacityCheck.of(plan));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json.isJson() ? json(diagnoses) : text(diagnoses));
    out.flush();
    boolean isWell = diagnoses.stream().noneMatch(f -> f.health() == Diagnosis.Health.FAILED);
    return isWell ? 0 : QuartetException.Kind.ENVIRONMENT.exitCode();
  }

  static String text(List<Diagnosis> diagnoses) {
    StringBuilder text = new StringBuilder();
    for (Diagnosis diagnosis : diagnoses) {
      String line =
          Text.line("%-11s  %-20s  %s", label(diagnosis), diagnosis.check(), diagnosis.detail());
      text.append(Folded.lines(line, 37)); // As far in as a fix, which stays whole to be copied.
      if (!diagnosis.fix().isEmpty()) {
        text.append(Text.line("%35s  %s%n", "->", diagnosis.fix()));
      }
    }
    return text.toString();
  }

  static String json(List<Diagnosis> diagnoses) {
    ArrayNode array = new ObjectMapper().createArrayNode();
    diagnoses.forEach(
        diagnosis ->
            array
                .addObject()
                .put("check", diagnosis.check())
                .put("verdict", label(diagnosis))
                .put("detail", diagnosis.detail())
                .put("fix", diagnosis.fix()));
    return array.toPrettyString() + System.lineSeparator();
  }

  private static String label(Diagnosis diagnosis) {
    return switch (diagnosis.health()) {
      case OK -> "ok";
      case WARNING -> "warning";
      case FAILED -> "FAILED";
      case NOT_CHECKED -> "not checked";
    };
  }
}
