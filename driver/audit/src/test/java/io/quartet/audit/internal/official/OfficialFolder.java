package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.OneRule;
import io.quartet.model.VmRole;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.SimulatedRun;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;

/** The folder of a simulated official run, to which tests add what they are about. */
final class OfficialFolder {

  private static final ObjectMapper JSON = new ObjectMapper();

  final ResultsFolder folder;
  final RunPlan plan;
  final long start;
  final long end;

  OfficialFolder(Path results) {
    folder =
        SimulatedRun.write(
            results, TestPlans.plan(ValidityProfile.OFFICIAL, 1, PhaseTable.VLDB2013));
    RunResults read = RunResults.read(folder);
    plan = read.info().plan();
    start = read.figures().startUtcMillis();
    end = read.figures().endUtcMillis();
  }

  List<String> databases() {
    return plan.databases();
  }

  Check check(String id) {
    return OneRule.check(folder, id);
  }

  Check assertPasses(String id) {
    Check check = check(id);
    assertThat(check.verdict()).as("%s", check).isEqualTo(Check.Result.PASS);
    return check;
  }

  String detailOfFailed(String id) {
    Check check = check(id);
    assertThat(check.verdict()).as("%s", check).isEqualTo(Check.Result.FAIL);
    return check.detail();
  }

  String whyNotJudged(String id) {
    Check check = check(id);
    assertThat(check.verdict()).as("%s", check).isEqualTo(Check.Result.NOT_JUDGED);
    return check.detail();
  }

  void write(String name, String text) throws IOException {
    Files.createDirectories(folder.file(name).getParent());
    Files.writeString(folder.file(name), text);
  }

  void append(String name, String text) throws IOException {
    Files.createDirectories(folder.file(name).getParent());
    Files.writeString(
        folder.file(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Settings of one database, as name and value in turn. */
  void settings(String vm, String... namesAndValues) throws IOException {
    var settings = JSON.createArrayNode();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.addObject().put("name", namesAndValues[i]).put("setting", namesAndValues[i + 1]);
    }
    write("settings/" + vm + ".json", settings.toString());
  }

  /**
   * Makes the VMs prepared machines: one for the Tier A of each Set, {@code a1-vm1}, and one for
   * its databases, {@code a1-vm2}.
   */
  void prepareMachines() throws IOException {
    editRunJson(
        run -> {
          ObjectNode provider = (ObjectNode) run.path("plan").path("provider");
          provider.put("kind", "hosts");
          provider.putObject("ssh");
          var hosts = provider.putArray("hosts");
          plan.sets()
              .forEach(
                  set ->
                      hosts
                          .addObject()
                          .put("set", set.name())
                          .put("tierA", set.loopbackAddress(VmRole.TIER_A) + ":1")
                          .put("dss", set.loopbackAddress(VmRole.DSS) + ":1")
                          .put("oltp", set.loopbackAddress(VmRole.DSS) + ":2"));
        });
  }

  void editRunJson(Consumer<ObjectNode> change) throws IOException {
    Path file = folder.file("run.json");
    ObjectNode run = (ObjectNode) JSON.readTree(file.toFile());
    change.accept(run);
    JSON.writeValue(file.toFile(), run);
  }
}
