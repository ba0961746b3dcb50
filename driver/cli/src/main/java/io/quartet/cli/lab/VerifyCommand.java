package io.quartet.cli.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.quartet.cli.option.IndexesOption;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Connecting;
import io.quartet.cli.view.Folded;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.TrialView;
import io.quartet.config.IndexProfile;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.QuartetHome;
import io.quartet.run.database.ProfileVerification;
import io.quartet.run.database.ProfileVerification.Result;
import io.quartet.run.doctor.Prerequisite;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab verify}: equal answers with a profile and its base. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Proves that an index profile gives the same answers and rows as its base.",
      "Runs the same transactions with both, for both roles. Works on copies of the"
          + " databases of the first Set, which must be up and loaded. Removes the copies at the"
          + " end.",
      "Exit code 5 if an answer or a table differs."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  quartet lab verify covering laptop.yaml",
      "  quartet lab verify ./my-profile laptop.yaml --json"
    })
final class VerifyCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      index = "0",
      paramLabel = "PROFILE",
      description = "Index profile: a name in schema/indexes/, or a path with a slash.")
  private String profile;

  @Parameters(index = "1", paramLabel = "FILE", description = "Benchmark file of the databases.")
  private Path file;

  @Override
  public Integer call() {
    RunPlan plan = Plans.loadWith(file, Prerequisite.DATA_FOLDER);
    String indexes = IndexesOption.over(plan, profile).database().indexes();
    Path folder = QuartetHome.schema().resolve("indexes").resolve(indexes);
    String base = IndexProfile.base(folder);
    List<Result> results;
    try (Screen screen = Screen.standardError(spec.commandLine().getErr());
        Deployment deployment = Connecting.to(plan, file, screen)) {
      screen.line("==> comparing " + profile + " with " + base);
      results =
          ProfileVerification.run(
              plan, deployment, base, indexes, new TrialView(screen, ProfileVerification.WEIGHT));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.println(document(base, results).toPrettyString());
    } else {
      results.forEach(result -> print(out, base, result));
    }
    out.flush();
    return results.stream().allMatch(Result::isEqual)
        ? 0
        : QuartetException.Kind.LOAD_OR_CHECK.exitCode();
  }

  private JsonNode document(String base, List<Result> results) {
    ArrayNode roles = JSON.createArrayNode();
    for (Result result : results) {
      roles
          .addObject()
          .put("role", result.role().name())
          .put("vm", result.vm())
          .set("verification", result.answer());
    }
    return JSON.createObjectNode()
        .put("profile", profile)
        .put("base", base)
        .put("isEqual", results.stream().allMatch(Result::isEqual))
        .set("roles", roles);
  }

  private void print(PrintWriter out, String base, Result result) {
    JsonNode answer = result.answer();
    print(
        out,
        Text.line(
            "%-4s  copies of %s: %,d transactions, %s and %s give %s%n",
            result.role(),
            result.vm(),
            answer.path("transactions").asLong(),
            profile,
            base,
            result.isEqual() ? "equal answers and equal tables" : "DIFFERENT results"));
    JsonNode difference = answer.path("difference");
    if (difference.isObject()) {
      print(
          out,
          Text.line(
              "      transaction %d, %s, frame %s: expected %s, found %s%n",
              difference.path("number").asLong(),
              difference.path("transaction").asText(),
              difference.path("frame").asText(),
              text(difference.path("expected")),
              text(difference.path("found"))));
    }
    for (JsonNode table : answer.path("tables")) {
      if (!table.path("isEqual").asBoolean()) {
        print(
            out,
            Text.line(
                "      table %s: expected %s, found %s%n",
                table.path("table").asText(),
                text(table.path("expected")),
                text(table.path("found"))));
      }
    }
  }

  private static void print(PrintWriter out, String line) {
    out.print(Folded.lines(line, 6)); // Below the name of the role.
  }

  private static String text(JsonNode node) {
    return node.isValueNode() ? node.asText() : node.toString();
  }
}
