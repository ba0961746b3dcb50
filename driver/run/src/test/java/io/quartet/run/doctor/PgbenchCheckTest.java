package io.quartet.run.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.run.doctor.Diagnosis.Health;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PgbenchCheckTest {

  private static final RunPlan PLAN =
      TestPlans.withPgbench(
          TestPlans.demo(3), ClientLoad.closed(3, 1), TestPlans.timing(1, 0, 3, 1), "select-only");

  /** Machines without pgbench. Each of them answers after the next one. */
  private static Deployment machines(List<DatabaseServer> servers) {
    List<CountDownLatch> answered =
        Stream.generate(() -> new CountDownLatch(1)).limit(servers.size() + 1L).toList();
    answered.get(servers.size()).countDown();
    return (Deployment)
        Proxy.newProxyInstance(
            Deployment.class.getClassLoader(),
            new Class<?>[] {Deployment.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("databases")) {
                return servers;
              }
              int number = servers.indexOf(arguments[0]);
              assertThat(answered.get(number + 1).await(10, TimeUnit.SECONDS)).isTrue();
              answered.get(number).countDown();
              List<String> ask = List.of("echo", "none");
              return new ToolPlace(List.of(), List.of(), List.of(), ask, Map.of(), true);
            });
  }

  @Test
  void allMachinesAreAskedAtTheSameTimeAndNamedInTheirOrder() {
    List<DatabaseServer> servers = DatabaseServer.all(PLAN);
    List<Diagnosis> diagnoses =
        new PgbenchCheck(PLAN, (Pgbench) PLAN.workload()).programs(machines(servers));

    assertThat(servers).hasSize(3);
    assertThat(diagnoses)
        .extracting(Diagnosis::check)
        .isEqualTo(servers.stream().map(server -> "pgbench for " + server.vm()).toList());
    assertThat(diagnoses)
        .allMatch(one -> one.health() == Health.FAILED)
        .allMatch(one -> one.detail().contains("PGBENCH_NOT_FOUND"));
  }
}
