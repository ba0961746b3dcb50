package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Tls;
import io.quartet.provision.internal.DataFolder;
import java.nio.file.Path;
import java.util.Optional;

/** The certificates of the driver: those of the benchmark file, or those that Quartet makes. */
public final class DriverTls {

  private static final String FOLDER = "tls";

  private DriverTls() {}

  /** Files of the driver; empty if the plan has none. */
  public static Optional<Tls> of(RunPlan plan) {
    return plan.provider().preparation().isPresent()
        ? Optional.of(made(folder(DataFolder.unchecked(plan))))
        : plan.driver().tls();
  }

  /** Folder of the certificates that Quartet makes for machines that it prepares. */
  public static Path folder(DataFolder data) {
    return data.folder().resolve(FOLDER);
  }

  private static Tls made(Path folder) {
    return new Tls(
        folder.resolve("authority.pem").toString(),
        folder.resolve("driver.pem").toString(),
        folder.resolve("driver.key").toString());
  }

  /**
   * Authority that has signed the certificate of a database server; empty if connections to it are
   * left as PostgreSQL makes them by default.
   */
  static Optional<String> databaseAuthority(RunPlan plan, Address address) {
    return plan.provider()
        .preparation()
        .filter(made -> made.postgres().hasTls() && !address.isLoopback())
        .flatMap(made -> of(plan))
        .map(Tls::authority);
  }
}
