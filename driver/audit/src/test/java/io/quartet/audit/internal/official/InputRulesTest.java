package io.quartet.audit.internal.official;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.evidence.OrderInputsCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seeds and what came of them. */
@Tag("unit")
class InputRulesTest {

  /** Percent of all orders. Source: docs/spec/transactions.md, "Trade-Order". */
  private static final Map<String, Integer> TYPES =
      Map.of("TMB", 30, "TMS", 30, "TLB", 20, "TLS", 10, "TSL", 10);

  @TempDir Path results;
  private OfficialFolder run;

  @BeforeEach
  void simulate() {
    run = new OfficialFolder(results);
  }

  private void seeds(long ofLast) throws IOException {
    run.editRunJson(
        json -> {
          ArrayNode vms = json.putArray("vms");
          long seed = 1;
          for (VmSet set : run.plan.sets()) {
            vms.addObject()
                .put("vm", set.vmName(VmRole.TIER_A))
                .putObject("streamSeeds")
                .put("customer-inputs", seed++)
                .put("market-inputs", set.name().equals("d1") ? ofLast : seed++);
          }
        });
  }

  @Test
  void seedsAreRecordedAndDiffer() throws IOException {
    assertThat(run.whyNotJudged("seeds")).contains("a1");
    seeds(99);
    assertThat(run.assertPasses("seeds").actual()).isEqualTo("8 seeds");
    seeds(1);
    assertThat(run.detailOfFailed("seeds")).isEqualTo("1 twice");
  }

  /**
   * Orders exactly as defined, with some more of one type.
   *
   * @param perPercent orders of one Set for each percent
   */
  private List<OrderInputs> orders(int perPercent, String type, double factor) {
    List<OrderInputs> rows = new ArrayList<>();
    for (VmSet set : run.plan.sets()) {
      TYPES.forEach(
          (name, percent) -> {
            double orders = percent * perPercent * (name.equals(type) ? factor : 1);
            for (int quantity : new int[] {100, 200, 400, 800}) {
              for (boolean isLifo : new boolean[] {true, false}) {
                double alike = orders / 4 * (isLifo ? 0.35 : 0.65);
                double margin = name.endsWith("B") ? 0.16 : 0;
                rows.add(row(set, name, true, isLifo, quantity, alike * (1 - margin)));
                rows.add(row(set, name, false, isLifo, quantity, alike * margin));
              }
            }
          });
    }
    return rows;
  }

  private static OrderInputs row(
      VmSet set, String type, boolean isCash, boolean isLifo, int quantity, double orders) {
    return new OrderInputs(set, type, isCash, isLifo, quantity, Math.round(orders));
  }

  @Test
  void ordersAsDefinedPass() {
    OrderInputsCsv.TABLE.write(run.folder, List.of());
    assertThat(run.whyNotJudged("inputs")).contains("inputs.csv is missing");
    OrderInputsCsv.TABLE.write(run.folder, orders(10_000, "", 1));

    assertThat(run.assertPasses("inputs").actual())
        .isEqualTo("11 of 11 shares of 4,000,000 orders");
  }

  @Test
  void shareThatIsOffByTwoPercentIsNamedInABigRunOnly() {
    OrderInputsCsv.TABLE.write(run.folder, orders(10_000, "TSL", 1.02));
    assertThat(run.detailOfFailed("inputs")).startsWith("TSL 10.1").doesNotContain("TMB");
    OrderInputsCsv.TABLE.write(run.folder, orders(40, "TSL", 1.02));
    run.assertPasses("inputs");
  }

  @Test
  void sellOnMarginIsNeverRight() {
    List<OrderInputs> rows = new ArrayList<>(orders(10_000, "", 1));
    rows.add(new OrderInputs(run.plan.sets().get(0), "TMS", false, false, 100, 1));
    OrderInputsCsv.TABLE.write(run.folder, rows);

    assertThat(run.detailOfFailed("inputs"))
        .isEqualTo("1 sell order on margin, which the generator never creates");
  }
}
