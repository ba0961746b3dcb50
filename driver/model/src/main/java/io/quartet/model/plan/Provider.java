package io.quartet.model.plan;

import io.quartet.model.Address;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Source of the VMs. The kind is the type. Properties of one kind are in its record.
 *
 * <p>A third kind is one more record here. The compiler then reports the missing code: the methods
 * below, and each caller of {@link #map}.
 */
public sealed interface Provider {

  /**
   * Applies the function for the kind of this provider.
   *
   * @param ofEmbedded applied to {@link Embedded}
   * @param ofHosts applied to {@link Hosts}
   */
  <T> T map(Function<Embedded, T> ofEmbedded, Function<Hosts, T> ofHosts);

  /**
   * Where a VM is reached.
   *
   * @throws IllegalArgumentException if it has no VMs for the Set
   */
  Address address(VmSet set, VmRole role);

  /** True for machines that exist already. What Quartet makes there is {@link #preparation}. */
  boolean isPrepared();

  /** What Quartet installs on machines that exist already; empty if it changes nothing there. */
  default Optional<Preparation> preparation() {
    return Optional.empty();
  }

  /** True for machines that an administrator has prepared: Quartet installs nothing there. */
  default boolean isGiven() {
    return isPrepared() && preparation().isEmpty();
  }

  /** True if every VM runs on the machine of the driver. */
  boolean isLocal();

  /** How the machines of the VMs are reached; empty if they are not. */
  default Optional<Ssh> ssh() {
    return Optional.empty();
  }

  /** Folder for what Quartet keeps on this machine, absolute; empty lets it choose. */
  default Optional<String> dataDirectory() {
    return Optional.empty();
  }

  /** Folders for what lies elsewhere than with the data, as far as the plan decides that. */
  default Map<Storage, String> tablespaces() {
    return Map.of();
  }

  /** Limits and settings that Quartet gives a VM. */
  default VmSize size(VmSet set, VmRole role) {
    return VmSize.NONE;
  }

  /**
   * Access to machines that exist already: through OpenSSH, without a password.
   *
   * @param user account there; empty leaves it to the configuration
   * @param configuration absolute file name of an OpenSSH client configuration; empty for that of
   *     this account
   * @param hypervisors hosts of the VMs, of which statistics are collected too
   * @param others names or addresses of machines that only events need
   */
  record Ssh(
      Optional<String> user,
      Optional<String> configuration,
      List<Hypervisor> hypervisors,
      List<String> others) {

    public Ssh {
      hypervisors = List.copyOf(hypervisors);
      others = List.copyOf(others);
    }

    /** Without machines beside those of the VMs. */
    public Ssh(Optional<String> user, Optional<String> configuration) {
      this(user, configuration, List.of(), List.of());
    }
  }

  /**
   * VMs on this machine, each with its own loopback address.
   *
   * @param port port every VM listens on
   * @param postgres which PostgreSQL; empty lets the provider look
   * @param dataDirectory folder of the data; empty lets the provider choose one outside the clone
   * @param tablespaces folder for what lies elsewhere, absolute; no entry means below the data
   *     folder
   * @param sizes limits of the VMs, and settings of their databases during a run, which win over
   *     those that Quartet makes
   * @param dataChecksums whether pages of the databases carry checksums from their making on; empty
   *     leaves it to PostgreSQL, which makes them from version 18 on
   */
  record Embedded(
      int port,
      Optional<PostgresSource> postgres,
      Optional<String> dataDirectory,
      Map<Storage, String> tablespaces,
      Sizes sizes,
      Optional<Boolean> dataChecksums)
      implements Provider {

    /** Settings of PostgreSQL whose value may hold a password: neither planned nor recorded. */
    public static final Set<String> SECRET_SETTINGS =
        Set.of("archive_command", "primary_conninfo", "restore_command", "ssl_passphrase_command");

    public Embedded {
      tablespaces = Map.copyOf(tablespaces);
    }

    /** On a port; everything else is chosen by the provider. */
    public static Embedded at(int port) {
      return new Embedded(
          port, Optional.empty(), Optional.empty(), Map.of(), Sizes.NONE, Optional.empty());
    }

    /**
     * The provider of a plan.
     *
     * @throws IllegalArgumentException if that is of another kind
     */
    public static Embedded of(RunPlan plan) {
      return plan.provider()
          .map(
              embedded -> embedded,
              hosts -> {
                throw new IllegalArgumentException(plan.name() + " is not embedded");
              });
    }

    /** The same on another port. */
    public Embedded withPort(int other) {
      return new Embedded(other, postgres, dataDirectory, tablespaces, sizes, dataChecksums);
    }

    /** The same with another PostgreSQL. */
    public Embedded withPostgres(PostgresSource other) {
      return new Embedded(
          port, Optional.of(other), dataDirectory, tablespaces, sizes, dataChecksums);
    }

    /** The same with the data in a folder. */
    public Embedded withDataDirectory(String folder) {
      return new Embedded(port, postgres, Optional.of(folder), tablespaces, sizes, dataChecksums);
    }

    /** The same with parts of the databases in other folders. */
    public Embedded withTablespaces(Map<Storage, String> other) {
      return new Embedded(port, postgres, dataDirectory, other, sizes, dataChecksums);
    }

    /** The same with other sizes of the VMs. */
    public Embedded withSizes(Sizes other) {
      return new Embedded(port, postgres, dataDirectory, tablespaces, other, dataChecksums);
    }

    @Override
    public <T> T map(Function<Embedded, T> ofEmbedded, Function<Hosts, T> ofHosts) {
      return ofEmbedded.apply(this);
    }

    @Override
    public Address address(VmSet set, VmRole role) {
      return new Address(set.loopbackAddress(role), port);
    }

    @Override
    public boolean isPrepared() {
      return false;
    }

    @Override
    public boolean isLocal() {
      return true;
    }

    @Override
    public VmSize size(VmSet set, VmRole role) {
      return sizes.of(set, role);
    }
  }

  /**
   * Machines that exist already.
   *
   * @param addresses of every Set of the plan, and of others perhaps
   * @param ssh how the machines are reached; empty if they are not
   * @param preparation what Quartet installs there; empty if an administrator has prepared them
   */
  record Hosts(Map<VmSet, SetHosts> addresses, Optional<Ssh> ssh, Optional<Preparation> preparation)
      implements Provider {

    public Hosts {
      addresses = Map.copyOf(addresses);
    }

    /** Machines that an administrator has prepared. */
    public Hosts(Map<VmSet, SetHosts> addresses, Optional<Ssh> ssh) {
      this(addresses, ssh, Optional.empty());
    }

    @Override
    public <T> T map(Function<Embedded, T> ofEmbedded, Function<Hosts, T> ofHosts) {
      return ofHosts.apply(this);
    }

    @Override
    public Address address(VmSet set, VmRole role) {
      SetHosts hosts = addresses.get(set);
      if (hosts == null) {
        throw new IllegalArgumentException("there are no addresses for Set " + set.name());
      }
      return hosts.of(role);
    }

    @Override
    public VmSize size(VmSet set, VmRole role) {
      return preparation.map(made -> made.sizes().of(set, role)).orElse(VmSize.NONE);
    }

    @Override
    public boolean isPrepared() {
      return true;
    }

    @Override
    public boolean isLocal() {
      return false;
    }
  }
}
