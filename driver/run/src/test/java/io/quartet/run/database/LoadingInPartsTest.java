package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.TestDeployment;
import io.quartet.run.LoadResults;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.database.Loading.Start;
import io.quartet.run.progress.LoadListener;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two Load Units in a database, each loaded by a process. */
@Tag("pg")
class LoadingInPartsTest {

  private static final String FIRST_UNITS =
      "SELECT DISTINCT first_unit::text FROM quartet_load_step"
          + " WHERE table_name = 'trade' AND units > 0 ORDER BY 1";

  @Test
  void partsGiveTheSameRowsAsOneProcess() throws Exception {
    Map<VmGroup, Integer> two = new EnumMap<>(VmGroup.class);
    for (VmGroup group : VmGroup.values()) {
      two.put(group, 2);
    }
    try (TestDeployment servers =
        TestDeployment.ofOneSet(
            "loading-in-parts-test", plan -> TestPlans.withLoadUnits(plan, two, two))) {
      DatabaseServer oltp = servers.database(new VmSet(VmGroup.A, 1), VmRole.OLTP);

      // A database has no more parts than Load Units.
      assertThat(
              LoadResults.actions(
                  servers.deployment(),
                  Loading.loadInParts(servers.plan(), servers.deployment(), 3, LoadListener.NONE)))
          .containsExactly(Action.LOADED);
      assertThat(servers.column(oltp, FIRST_UNITS)).containsExactly("0", "1");
      Map<String, String> inParts = rows(servers, oltp);

      Loading.load(servers.plan(), servers.deployment(), Start.FROM_SCRATCH, LoadListener.NONE);
      assertThat(servers.column(oltp, FIRST_UNITS)).containsExactly("0");
      assertThat(rows(servers, oltp)).isEqualTo(inParts);
    }
  }

  /** Without what was done when. */
  private static Map<String, String> rows(TestDeployment servers, DatabaseServer server)
      throws Exception {
    Map<String, String> content = DatabaseContent.of(servers, server);
    content.remove("quartet_load");
    content.remove("quartet_load_step");
    assertThat(content).hasSizeGreaterThan(33);
    return content;
  }
}
