package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One Tier B VM: where its database is. The database and the role are both called {@code quartet}.
 *
 * @param authority file with the certificate of the authority that has signed the server's; empty
 *     if connections are not verified
 */
public record DatabaseServer(
    VmSet set, VmRole role, String host, int port, Optional<String> authority) {

  /** Name of the database and of the role that owns it. */
  public static final String DATABASE = "quartet";

  /** Mode of TLS in which a client checks the authority and the name of a server. */
  public static final String VERIFIED = "verify-full";

  /** Name of the property of a JDBC connection that makes settings when it connects. */
  static final String OPTIONS = "options";

  /**
   * Options of the driver's own sessions, after those of all: what holds a lock that long is not of
   * this benchmark, and the server has to end the statements of a driver that was killed.
   */
  private static final String DRIVER_OPTIONS =
      " -c lock_timeout=30s -c client_connection_check_interval=1s";

  public DatabaseServer {
    if (!role.isDatabase()) {
      throw new IllegalArgumentException(role + " holds no database");
    }
  }

  /** A server without a certificate. */
  public DatabaseServer(VmSet set, VmRole role, String host, int port) {
    this(set, role, host, port, Optional.empty());
  }

  /** The database server of one Set and role, as the plan says. */
  public static DatabaseServer of(RunPlan plan, VmSet set, VmRole role) {
    Address address = plan.provider().address(set, role);
    return new DatabaseServer(
        set, role, address.host(), address.port(), DriverTls.databaseAuthority(plan, address));
  }

  /** All database servers of a plan: Set by Set, DSS before OLTP. */
  public static List<DatabaseServer> all(RunPlan plan) {
    return plan.sets().stream()
        .flatMap(set -> plan.databaseRoles().stream().map(role -> of(plan, set, role)))
        .toList();
  }

  /** Name of the VM, for instance {@code a1-vm2}. */
  public String vm() {
    return set.vmName(role);
  }

  /** Address and port for messages. */
  public String address() {
    return new Address(host, port).toString();
  }

  /** For messages, for instance {@code a1-vm2 at 127.1.1.2:15432}. */
  public String place() {
    return vm() + " at " + address();
  }

  /**
   * Environment in which a program of libpq connects to it.
   *
   * @param passwordFile file with the password
   */
  public Map<String, String> environment(Path passwordFile) {
    Map<String, String> environment = new HashMap<>();
    environment.put("PGHOST", host);
    environment.put("PGPORT", Integer.toString(port));
    environment.put("PGUSER", DATABASE);
    environment.put("PGPASSFILE", passwordFile.toString());
    authority.ifPresent(
        file -> {
          environment.put("PGSSLMODE", VERIFIED);
          environment.put("PGSSLROOTCERT", file);
        });
    return environment;
  }

  /** Properties of a JDBC connection, without a password. */
  Map<String, String> jdbcProperties() {
    Map<String, String> properties = new HashMap<>();
    properties.put("user", DATABASE);
    properties.put(OPTIONS, QuartetHome.sessionOptions() + DRIVER_OPTIONS);
    authority.ifPresent(
        file -> {
          properties.put("sslmode", VERIFIED);
          properties.put("sslrootcert", file);
        });
    return properties;
  }

  /** JDBC address, without a password. */
  public String jdbcUrl() {
    return jdbcUrl(DATABASE);
  }

  /** JDBC address of another database of the same server. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://" + address() + "/" + database;
  }
}
