package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
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
    assertThat(problem.path()).hasToString("provider.settings.oltp." + name);
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
        .startsWith("provider.settings.oltp.shared_bufers is not a setting of PostgreSQL ")
        .contains("unrecognized configuration parameter \"shared_bufers\"")
        .endsWith("Did you mean 'shared_buffers'?");
    assertThat(problem("no_such_thing_at_all", "1")).endsWith("Correct the name, or leave it out.");
  }

  @Test
  void valueThatPostgresRefusesComesWithItsReason() {
    assertThat(problem("shared_buffers", "viel"))
        .startsWith("provider.settings.oltp.shared_buffers is 'viel', but PostgreSQL ")
        .contains("invalid value for parameter \"shared_buffers\": \"viel\"")
        .endsWith("Correct the value, or leave the setting out.");
    assertThat(problem("work_mem", "1kB")).contains("outside the valid range");
    assertThat(problem("fsync", "perhaps")).contains("requires a Boolean value");
    assertThat(problem("block_size", "4096")).contains("cannot be changed");
    assertThat(problem("synchronous_standby_names", "\"x("))
        .contains("unterminated quoted identifier");
    assertThat(problem("default_transaction_isolation", "loose"))
        .contains("Available values: serializable");
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
            "provider.settings.dss.wal_level",
            "provider.settings.dss.work_men",
            "provider.settings.oltp.work_mem");
  }

  @Test
  void settingsThatAreRefusedTogetherAreAProblemOfTheirRole() {
    List<Problem> problems =
        problems(
            Map.of(
                VmRole.OLTP,
                Map.of("max_worker_processes", "200000", "max_wal_senders", "200000")));
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).path()).hasToString("provider.settings.oltp");
    assertThat(problems.get(0).text())
        .contains("takes each of these settings by itself, but refuses them together (")
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
