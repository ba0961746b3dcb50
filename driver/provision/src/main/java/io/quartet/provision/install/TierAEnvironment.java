package io.quartet.provision.install;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.internal.TierAArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * The environment file of the Tier A service of one Set, which systemd and shells read alike. File
 * names count from its folder. It holds no secret.
 */
public final class TierAEnvironment {

  private TierAEnvironment() {}

  /** Name of the file of a Set, for instance {@code a1.env}. */
  public static String fileName(VmSet set) {
    return set.name() + ".env";
  }

  /** Content of the file of a Set. */
  public static String text(RunPlan plan, VmSet set) {
    List<String> options = new ArrayList<>(TierAArguments.of(plan, set));
    if (!plan.provider().address(set, VmRole.TIER_A).isLoopback()) {
      options.addAll(List.of("--tls-authority", Certificates.AUTHORITY));
      options.addAll(List.of("--tls-certificate", Certificates.certificate(set.name())));
      options.addAll(List.of("--tls-key", Certificates.key(set.name())));
    }
    String odbcIni = plan.engine().odbcIni().isPresent() ? "ODBCINI=odbc.ini\n" : "";
    // libpq verifies the databases with the authority of the Tier As.
    boolean areVerified =
        DatabaseServer.all(plan).stream()
            .anyMatch(server -> server.set().equals(set) && server.authority().isPresent());
    String verified =
        areVerified
            ? "PGSSLMODE=%s\nPGSSLROOTCERT=%s\n"
                .formatted(DatabaseServer.VERIFIED, Certificates.AUTHORITY)
            : "";
    return """
        # Tier A of Set %s of %s, by quartet package. INSTALL.md in the archive says where it goes.
        PGPASSFILE=pgpass
        %s%sQUARTET_TIER_A_OPTIONS="%s"
        """
        .formatted(set.name(), plan.name(), odbcIni, verified, String.join(" ", options));
  }
}
