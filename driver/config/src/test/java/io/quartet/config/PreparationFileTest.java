package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Sizes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code provider.prepare} in a benchmark file, and in the sealed plan. */
@Tag("unit")
class PreparationFileTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final String TLS = "driver: {tls: {authority: /ca, certificate: /c, key: /k}}\n";

  /** A plan of three machines with further keys of {@code provider}. */
  private static RunPlan plan(String keys, String more) {
    String text =
        """
        name: x
        phases: [[100, 0, 0, 0]]
        provider: {kind: hosts, hosts: [{set: a1, tierA: "10.0.0.1:1", dss: "h:2", oltp: "h:3"}], %s}
        """
            .formatted(keys);
    return BenchmarkFile.parse(
        "run.yaml", text + more, Path.of("/folder"), name -> null, new Machine(2, 24L << 30));
  }

  private static QuartetException error(String keys, String more) {
    return catchThrowableOfType(QuartetException.class, () -> plan(keys, more));
  }

  @Test
  void machinesAreLeftAloneUnlessTheFileSaysOtherwise() {
    assertThat(plan("ssh: {}", TLS).provider().preparation()).isEmpty();
    assertThat(plan("ssh: {}, prepare: false", TLS).provider().preparation()).isEmpty();
  }

  @Test
  void preparationHasDefaults() {
    RunPlan plan = plan("ssh: {}, prepare: true", "");

    assertThat(plan.provider().preparation())
        .contains(
            new Preparation(
                new Preparation.Postgres(15, Optional.empty(), Optional.empty(), true),
                "/var/lib/quartet",
                Map.of(),
                Sizes.NONE,
                Optional.empty(),
                Map.of(),
                false));
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @Test
  void everythingOfAPreparationSurvivesTheWayThroughJson() {
    RunPlan plan =
        plan(
            "ssh: {user: admin}, prepare: true, postgres: {version: 17, repository: deb"
                + " https://example.org/apt main, key: pgdg.asc, tls: false}, dataDirectory:"
                + " /srv/quartet, tablespaces: {index: /disk2, wal: /disk3}, settings: {oltp:"
                + " {shared_buffers: 25%}}, sizes: {groups: {A: {dss: {settings: {work_mem:"
                + " 8MB}}}}}, dataChecksums: true, kernel: {vm.nr_hugepages: 1200}, firewall: true",
            "");
    Preparation preparation = plan.provider().preparation().orElseThrow();

    assertThat(preparation.postgres())
        .isEqualTo(
            new Preparation.Postgres(
                17,
                Optional.of("deb https://example.org/apt main"),
                Optional.of("/folder/pgdg.asc"),
                false));
    assertThat(preparation.dataDirectory()).isEqualTo("/srv/quartet");
    assertThat(preparation.tablespaces())
        .isEqualTo(Map.of(Storage.INDEX, "/disk2", Storage.WAL, "/disk3"));
    assertThat(preparation.dataChecksums()).contains(true);
    assertThat(preparation.kernel()).isEqualTo(Map.of("vm.nr_hugepages", "1200"));
    assertThat(preparation.opensFirewall()).isTrue();
    assertThat(plan.provider().size(A1, VmRole.OLTP).settings())
        .isEqualTo(Map.of("shared_buffers", "25%"));
    assertThat(plan.provider().size(A1, VmRole.DSS).settings())
        .isEqualTo(Map.of("work_mem", "8MB"));
    assertThat(PlanDocument.fromJson(PlanDocument.toJson(plan))).isEqualTo(plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          prepare: true | provider.ssh is missing, but with provider.prepare Quartet works on the machines through SSH. Add ssh: {}, or ssh with user and configuration.
          prepare: true, ssh: {}, dataDirectory: data | provider.dataDirectory is 'data', but it is a folder of each machine. Give a whole name without '.' or '..' as a part, for instance /srv/quartet.
          prepare: true, ssh: {}, dataDirectory: /srv/../home/x | provider.dataDirectory is '/srv/../home/x', but it is a folder of each machine. Give a whole name without '.' or '..' as a part, for instance /srv/quartet.
          prepare: true, ssh: {}, tablespaces: {wal: /srv/.} | provider.tablespaces.wal is '/srv/.', but it is a folder of each machine. Give a whole name without '.' or '..' as a part, for instance /srv/quartet.
          prepare: true, ssh: {}, postgres: {repository: "deb [Trusted=1] http://a b c"} | provider.postgres.repository has an option that can switch signatures off. Leave out trusted, allow-..., quotes and '%', and name the key of the repository in 'key'.
          prepare: true, ssh: {}, postgres: {repository: "deb [arch=amd64 allow-weak = yes] http://a b c"} | provider.postgres.repository has an option that can switch signatures off. Leave out trusted, allow-..., quotes and '%', and name the key of the repository in 'key'.
          prepare: true, ssh: {}, postgres: {repository: "deb https://bob:secret@a b c"} | provider.postgres.repository has an account in its address, and results would show it. Write the account to /etc/apt/auth.conf.d of the machines.
          prepare: true, ssh: {}, postgres: {repository: "deb [trusted=%79es] http://a b c"} | provider.postgres.repository has an option that can switch signatures off. Leave out trusted, allow-..., quotes and '%', and name the key of the repository in 'key'.
          prepare: true, ssh: {}, dataDirectory: / | provider.dataDirectory is '/', but it is a folder of each machine. Give a whole name without '.' or '..' as a part, for instance /srv/quartet.
          prepare: true, ssh: {}, tablespaces: {wal: wal} | provider.tablespaces.wal is 'wal', but it is a folder of each machine. Give a whole name without '.' or '..' as a part, for instance /srv/quartet.
          prepare: true, ssh: {}, cpus: {oltp: 1} | provider.cpus applies to provider.kind embedded only. Set that, or leave it out.
          prepare: true, ssh: {}, sizes: {oltp: {memory: 1GB}} | provider.sizes limits a1-vm3, but a machine has the processors and the memory that it has. Give settings only.
          prepare: true, ssh: {}, sizes: {dss: {numaNode: 0}} | provider.sizes pins a1-vm2, but a machine has the processors and the memory that it has. Give settings only.
          prepare: true, ssh: {}, settings: {oltp: {ssl: off}} | provider.settings.oltp.ssl is set by Quartet and cannot be changed. Leave it out.
          prepare: true, ssh: {}, kernel: {nr_hugepages: 12} | provider.kernel.nr_hugepages is not a name of a kernel setting. Write it as sysctl does, for instance vm.nr_hugepages.
          prepare: true, ssh: {}, postgres: {version: 9} | provider.postgres.version is 9, but it needs a whole number from 14 to 99.
          """)
  void whatDoesNotFitIsRefused(String keys, String message) {
    QuartetException error = error(keys, "");

    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
    assertThat(error.getMessage()).startsWith("run.yaml:3:").endsWith(message);
  }

  @Test
  void keysOfAPreparationNeedOne() {
    assertThat(error("ssh: {}, kernel: {vm.swappiness: 1}, postgres: {version: 16}", TLS))
        .hasMessageContaining(
            "provider.postgres applies to provider.kind embedded and to provider.prepare: true only")
        .hasMessageContaining("provider.kernel applies to provider.prepare: true only");
  }

  @Test
  void certificatesOfPreparedMachinesAreNotGiven() {
    assertThat(error("ssh: {}, prepare: true", TLS))
        .hasMessageContaining(
            "driver.tls is given, but with provider.prepare Quartet makes all certificates. Leave"
                + " it out.");
  }
}
