package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL itself says which settings it refuses; no server is started for it. */
@Tag("pg")
class SettingsCheckTest {

  @TempDir Path folder;

  private List<Problem> problems(Map<VmRole, Map<String, String>> settings) {
    RunPlan plan = TestPlans.ofOneSet("settings-test", folder.resolve("data"), 15_432);
    List<Problem> problems = SettingsCheck.problems(TestPlans.withSettings(plan, settings));
    assertThat(folder.resolve("data")).doesNotExist();
    return problems;
  }

  private String problem(String name, String value) {
    List<Problem> problems = problems(Map.of(VmRole.OLTP, Map.of(name, value)));
    assertThat(problems).hasSize(1);
    Problem problem = problems.get(0);
    assertThat(problem.path()).hasToString("provider.sizes.oltp.settings." + name);
    assertThat(problem.kind()).isEqualTo(Kind.BAD_INPUT);
    assertThat(problem.code()).isEqualTo("SETTING_REFUSED");
    return problem.text();
  }

  @Test
  void settingsThatPostgresTakesAreNoProblem() {
    assertThat(
            problems(
                Map.of(
                    VmRole.DSS,
                    Map.of("shared_buffers", "4GB", "jit", "off", "auto_explain.log_analyze", "on"),
                    VmRole.OLTP,
                    Map.of("random_page_cost", "1.5", "default_text_search_config", "english"))))
        .isEmpty();
  }

  @Test
  void misspeltNameComesWithASuggestion() {
    assertThat(problem("shared_bufers", "1GB"))
        .startsWith("provider.sizes.oltp.settings.shared_bufers is not a setting of PostgreSQL ")
        .contains("unrecognized configuration parameter \"shared_bufers\"")
        .endsWith("Did you mean 'shared_buffers'?");
    assertThat(problem("no_such_thing_at_all", "1")).endsWith("Correct the name, or remove it.");
  }

  @Test
  void valueThatPostgresRefusesComesWithItsReason() {
    assertThat(problem("shared_buffers", "viel"))
        .startsWith("provider.sizes.oltp.settings.shared_buffers is 'viel', but PostgreSQL ")
        .contains("invalid value for parameter \"shared_buffers\": \"viel\"")
        .endsWith("Correct the value, or remove the setting.");
    assertThat(problem("work_mem", "1kB")).contains("outside the valid range");
    assertThat(problem("fsync", "perhaps")).contains("requires a Boolean value");
    assertThat(problem("block_size", "4096")).contains("cannot be changed");
    assertThat(problem("synchronous_standby_names", "\"x("))
        .contains("unterminated quoted identifier");
    assertThat(problem("default_transaction_isolation", "loose"))
        .contains("Available values: serializable");
  }

  @Test
  void shareOfMemoryIsAskedForAsWhatItComesTo() {
    assertThat(problems(Map.of(VmRole.DSS, Map.of("shared_buffers", "25%", "work_mem", "1%"))))
        .isEmpty();
    assertThat(problem("random_page_cost", "25%"))
        .startsWith("provider.sizes.oltp.settings.random_page_cost is '25%', ")
        .contains("MB on this machine, but PostgreSQL ", "invalid value for parameter");
  }

  @Test
  void settingIsAskedForWhereItStands() {
    VmSize wrong =
        new VmSize(
            OptionalDouble.empty(), OptionalLong.empty(), Map.of("work_mem", "4XB", "jit", "off"));
    Sizes sizes =
        new Sizes(
            Optional.empty(),
            Map.of(VmRole.OLTP, wrong),
            Map.of(),
            Map.of(),
            Map.of("b1-vm3", wrong));
    RunPlan plan = TestPlans.small("settings-test", folder.resolve("data"), 15_432);
    assertThat(SettingsCheck.problems(TestPlans.withSizes(plan, sizes)))
        .extracting(problem -> problem.path().toString())
        .containsExactly(
            "provider.settings.oltp.work_mem", "provider.sizes.vms.b1-vm3.settings.work_mem");
  }

  @Test
  void everySettingOfBothRolesIsAskedFor() {
    assertThat(
            problems(
                Map.of(
                    VmRole.DSS,
                    Map.of("work_men", "4MB", "wal_level", "none"),
                    VmRole.OLTP,
                    Map.of("work_mem", "4XB"))))
        .extracting(problem -> problem.path().toString())
        .containsExactly(
            "provider.sizes.dss.settings.wal_level",
            "provider.sizes.dss.settings.work_men",
            "provider.sizes.oltp.settings.work_mem");
  }

  @Test
  void settingsThatAreRefusedTogetherAreAProblemOfTheirRole() {
    List<Problem> problems =
        problems(
            Map.of(
                VmRole.OLTP,
                Map.of("max_worker_processes", "200000", "max_wal_senders", "200000")));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).path()).hasToString("provider.sizes.oltp.settings");
    assertThat(problems.get(0).text())
        .contains("accepts each setting of a1-vm3 alone, but refuses them together (")
        .endsWith("Change one of them.");
  }

  @Test
  void answerOfAnotherFormIsShown() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String program : List.of("initdb", "postgres")) {
      Files.writeString(
          bin.resolve(program),
          "#!/bin/sh\ncase $1 in --version) echo 'postgres (PostgreSQL) 15.1';;"
              + " *) echo no such library; exit 127;; esac\n");
      Files.setPosixFilePermissions(
          bin.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    RunPlan plan = TestPlans.ofOneSet("settings-test", folder.resolve("data"), 15_432);
    RunPlan broken =
        TestPlans.withPostgres(
            TestPlans.withSettings(plan, Map.of(VmRole.DSS, Map.of("jit", "off"))), bin);
    assertThat(SettingsCheck.problems(broken))
        .singleElement()
        .satisfies(problem -> assertThat(problem.text()).contains("(no such library)"));
  }
}
