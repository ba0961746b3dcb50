package io.quartet.model.plan;

import io.quartet.model.size.Sizes;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What Quartet installs on the machines of a plan, and removes again.
 *
 * @param postgres which PostgreSQL
 * @param dataDirectory folder for all that Quartet keeps on a machine, absolute
 * @param tablespaces folders on other disks of a machine, absolute; no entry means below the data
 *     folder
 * @param sizes settings of the databases during a run, which win over those that Quartet makes; no
 *     limits
 * @param dataChecksums whether pages of the databases carry checksums from their making on; empty
 *     leaves it to PostgreSQL
 * @param kernel settings of the kernel, for instance {@code vm.nr_hugepages}
 * @param opensFirewall whether the ports of the VMs are opened in an active firewall
 */
public record Preparation(
    Postgres postgres,
    String dataDirectory,
    Map<Storage, String> tablespaces,
    Sizes sizes,
    Optional<Boolean> dataChecksums,
    Map<String, String> kernel,
    boolean opensFirewall) {

  public Preparation {
    // In an order: what a machine should be is compared by checksums.
    tablespaces = Collections.unmodifiableMap(new TreeMap<>(tablespaces));
    kernel = Collections.unmodifiableMap(new TreeMap<>(kernel));
  }

  /**
   * The PostgreSQL to install.
   *
   * @param source where its programs come from
   * @param repository line of a repository for the package manager; empty for the distribution's
   * @param key absolute name of the file with the key that signs the repository
   * @param hasTls whether connections to databases that are not on loopback are encrypted
   */
  public record Postgres(
      PostgresSource source, Optional<String> repository, Optional<String> key, boolean hasTls) {

    /** A version that the distribution or a repository has. */
    public Postgres(int major, Optional<String> repository, Optional<String> key, boolean hasTls) {
      this(new PostgresSource.Version(major), repository, key, hasTls);
    }
  }
}
